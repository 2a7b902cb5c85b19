/* The menu of a phone, dark and light, and the search. */
const root = document.currentScript.dataset.root;
const html = document.documentElement;

document.getElementById('theme').addEventListener('click', () => {
  const dark = html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  html.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', html.dataset.theme);
});

const menu = document.getElementById('menu');
menu.addEventListener('click', () => {
  const open = document.body.classList.toggle('menu-open');
  menu.setAttribute('aria-expanded', String(open));
});

/* Where one is in the navigation is in sight. */
document.querySelector('.pages a.current')?.scrollIntoView({ block: 'center' });
scrollTo({ top: location.hash ? scrollY : 0 });

const search = document.getElementById('search');
const [input, list, none] = ['input', 'ol', '.none'].map((each) => search.querySelector(each));
const MOST = 12; // results

/** The index comes with the first search, as a script, which works from a folder, too. */
let index;
const loaded = () =>
  (index ??= new Promise((done) => {
    const script = document.createElement('script');
    script.src = `${root}_static/index.js`;
    script.onload = () => done(window.oddboardIndex);
    document.head.append(script);
  }));

/** How well a section fits; 0 if a word is missing. Titles count most, whole words more than beginnings. */
function fit([, title, heading, words], wanted) {
  let sum = 0;
  for (const word of wanted) {
    const at = new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'iu');
    const here = (heading ? 0 : 2) + 8;
    const one = (at.test(heading || title) ? here : 0) + (at.test(title) ? 4 : 0) + (at.test(words) ? 1 : 0);
    if (!one) return 0;
    sum += one;
  }
  return sum;
}

function excerpt(words, wanted) {
  const at = words.toLowerCase().indexOf(wanted[0].toLowerCase());
  const from = Math.max(0, at - 40);
  return (from ? '… ' : '') + words.slice(from, from + 140);
}

async function show() {
  const wanted = input.value.trim().split(/\s+/).filter(Boolean);
  const all = await loaded();
  const found = wanted.length
    ? all
        .map((each) => [fit(each, wanted), each])
        .filter(([sum]) => sum)
        .sort(([a], [b]) => b - a)
        .slice(0, MOST)
    : [];
  list.replaceChildren(
    ...found.map(([, [place, title, heading, words]]) => {
      const [item, link, name, where, text] = ['li', 'a', 'b', 'small', 'span'].map((tag) => document.createElement(tag));
      link.href = root + place;
      name.textContent = heading || title;
      where.textContent = heading ? title : '';
      text.textContent = excerpt(words, wanted);
      link.append(name, where, text);
      item.append(link);
      return item;
    }),
  );
  none.hidden = !wanted.length || found.length > 0;
}

function open() {
  search.showModal();
  input.select();
  void loaded();
}
document.getElementById('seek').addEventListener('click', open);
addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, textarea');
  if ((event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
    event.preventDefault();
    open();
  }
});
input.addEventListener('input', show);
search.addEventListener('click', (event) => {
  if (event.target === search || event.target.closest('a')) search.close();
});
search.addEventListener('keydown', (event) => {
  if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Enter') {
    if (at < 0 && links[0]) links[0].click();
    return;
  }
  event.preventDefault();
  const to = at + (event.key === 'ArrowDown' ? 1 : -1);
  (to < 0 ? input : links[Math.min(to, links.length - 1)])?.focus();
});

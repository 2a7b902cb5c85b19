/**
 * What works without a network: the page itself, and whatever of lessons, rulebooks and finished games was looked at
 * before. The network is always asked first, except for files whose names hold a hash of their content.
 */
const SHELL = 'oddboard-shell';
const SEEN = 'oddboard-seen';
const MOST = 400; // answers that each keeps: the oldest go
const READ = /^\/api\/(me$|games(\/|$)|stories\/[\w-]+(\/picture|\/moments\?from=\d+)?$|tables\?which=)/;
const STUDIED = /^\/api\/study(\/why)?$/; // asked with a body, which is part of what was asked

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add('/')));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, SHELL, '/', url.pathname === '/'));
  else if (request.method === 'GET' && /^\/(assets|pictures|icons)\//.test(url.pathname))
    event.respondWith(kept(request));
  else if (request.method === 'GET' && READ.test(url.pathname + url.search))
    event.respondWith(fresh(request, SEEN, request.url));
  else if (request.method === 'POST' && STUDIED.test(url.pathname)) event.respondWith(studied(request));
  else if (request.method !== 'GET' && /^\/api\/(me|sign-in)(\/|$)/.test(url.pathname)) event.waitUntil(forget());
});

/** A notice leads to its table: in a page that is open, or in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

async function show(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const there = pages.find(({ url }) => url.endsWith(path)) ?? pages[0];
  if (!there) return self.clients.openWindow(path);
  await there.focus();
  return there.url.endsWith(path) ? there : there.navigate(path);
}

/** From the network; if there is none, as it was last. A link to a table is the same page with another head. */
async function fresh(request, name, key, worthKeeping = true) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok && worthKeeping) await keep(cache, key, answer.clone());
    return answer;
  } catch (problem) {
    const found = await cache.match(key);
    if (found) return found;
    throw problem;
  }
}

/** A file that never changes. */
async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await keep(cache, request, answer.clone());
  return answer;
}

/** A position that was looked at: known again by what was asked about it. */
async function studied(request) {
  const body = await request.clone().arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const name = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return fresh(request, SEEN, `${request.url}?asked=${name}`);
}

async function keep(cache, key, answer) {
  await cache.put(key, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => cache.delete(old)));
}

/** Somebody else sits here now, or is called something else. */
async function forget() {
  const cache = await caches.open(SEEN);
  const all = await cache.keys();
  const personal = all.filter(({ url }) => /\/api\/(me|tables)/.test(url));
  await Promise.all(personal.map((each) => cache.delete(each)));
}

/** The end of a game as a picture to send: what is drawn on the card, with the words over it. */

const WIDTH = 1200;
const HEIGHT = 630; // as messengers show pictures
const EDGE = 56;
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'stroke-opacity',
  'opacity',
  'transform',
  'transform-origin',
  'transform-box',
  'visibility',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'mix-blend-mode',
  'color',
] as const;

/** A copy that needs no style sheet: every element carries what the page's styles say about it. */
function unstyled<Drawing extends Element>(drawing: Drawing): Drawing {
  const copy = drawing.cloneNode(true) as Drawing;
  const [olds, news] = [
    [drawing, ...drawing.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  olds.forEach((old, k) => {
    const style = getComputedStyle(old);
    const written = DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
    news[k]!.setAttribute('style', written.replaceAll('"', "'"));
    news[k]!.removeAttribute('class');
  });
  return copy;
}

/** What a drawing refers to and does not hold: patterns of seats, gradients. */
function lacking(drawing: SVGSVGElement, held: Set<string>): Element[] {
  const text = drawing.outerHTML;
  const names = [...text.matchAll(/(?:url\(&quot;|url\('?|url\("?|href=")#([\w-]+)/g)].map(([, name]) => name!);
  return [...new Set(names)].flatMap((name) => {
    if (held.has(name) || drawing.querySelector(`#${CSS.escape(name)}`)) return [];
    held.add(name);
    const found = document.getElementById(name);
    return found ? [unstyled(found)] : [];
  });
}

/** A drawn board as a picture of its own. */
async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = unstyled(svg);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(WIDTH));
  copy.setAttribute('height', String(HEIGHT));
  const held = new Set<string>();
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  copy.prepend(defs);
  for (let more = lacking(copy, held); more.length; more = lacking(copy, held)) defs.append(...more);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** Words in as many lines as they need. */
function linesOf(pen: CanvasRenderingContext2D, words: string, wide: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= wide) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface Told {
  verdict: string;
  reason: string;
  title: string; // of the game
  ground: string; // a colour behind the board
}

/** The picture, as a file. */
export async function drawnEnding(svg: SVGSVGElement | null, told: Told): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = told.ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  if (svg) {
    const image = await pictureOf(svg).catch(() => null); // then the words have to do
    if (image) pen.drawImage(image, 0, 0, WIDTH, HEIGHT);
  }
  const shade = pen.createLinearGradient(0, 0.2 * HEIGHT, 0, HEIGHT);
  shade.addColorStop(0, '#0b080700');
  shade.addColorStop(1, '#0b0807ee');
  pen.fillStyle = shade;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#fffdf8';
  const style = getComputedStyle(document.documentElement);
  const [display, text] = [style.getPropertyValue('--display'), style.getPropertyValue('--text')];
  pen.font = `750 92px ${display}`;
  pen.fillText(told.verdict, EDGE, HEIGHT - 78, WIDTH - 2 * EDGE);
  pen.font = `600 34px ${text}`;
  const reasons = linesOf(pen, told.reason, WIDTH - 2 * EDGE);
  reasons.forEach((line, k) => pen.fillText(line, EDGE, HEIGHT - 176 - 44 * (reasons.length - 1 - k)));
  pen.font = `600 26px ${text}`;
  pen.globalAlpha = 0.85;
  pen.fillText(`${told.title} · Oddboard`, EDGE, HEIGHT - 30);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob!], 'oddboard.png', { type: 'image/png' });
}

/** Hand a picture to the system's share sheet, or keep it as a file where there is none. */
export async function share(file: File, words: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text: words }).catch(() => undefined); // who changes their mind need not be told
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

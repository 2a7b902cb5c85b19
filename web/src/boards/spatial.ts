/** What 3-D boards share: the page's colours as numbers, patterned paint for the seats, and text and signs as pictures. */

import { CanvasTexture, RepeatWrapping, SRGBColorSpace, WebGLRenderer, type Texture } from 'three';
import { SEATS } from '../seats/seats';
import { settings } from '../settings.svelte';

export type Vector = [number, number, number];

/** Where something stands in a 3-D view, and how wide and high it is. */
export interface Spot {
  at: Vector;
  wide: number;
  high: number; // 0: it lies there
  round?: boolean; // and is no square
}

/** Pixels drawn for one of the screen's when nothing moves and no card does it: finer, for edges are not smoothed then. */
export const FINE_BY_SOFTWARE = 1.5;

/** Whether the processor draws, as where there is no graphics card. */
export function isSoftware(drawn: { getContext: () => WebGLRenderingContext | WebGL2RenderingContext }): boolean {
  const gl = drawn.getContext();
  const known = gl.getExtension('WEBGL_debug_renderer_info');
  return (
    known !== null && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(known.UNMASKED_RENDERER_WEBGL)))
  );
}
let software: boolean | null = null;
export function drawnBySoftware(): boolean {
  if (software !== null) return software;
  const probe = document.createElement('canvas').getContext('webgl2');
  software = probe !== null && isSoftware({ getContext: () => probe });
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return software;
}

/** What draws a 3-D board. With less motion a picture is kept until the next one, for it fades over into it. */
export const rendererOf = (canvas: HTMLCanvasElement): WebGLRenderer =>
  new WebGLRenderer({
    canvas,
    powerPreference: 'high-performance',
    antialias: !drawnBySoftware(), // smoothed edges cost the processor most of a picture
    alpha: true,
    preserveDrawingBuffer: settings.calm,
  });

/** Reads colours as the page's style has them where an element stands, whatever they are made of. */
export class Paints {
  private probe: HTMLElement;
  private found = new Map<string, string>();

  constructor(host: HTMLElement) {
    this.probe = document.createElement('span');
    this.probe.hidden = true;
    host.append(this.probe);
  }

  /** A CSS value such as `var(--glow)` or `light-dark(#fff, #000)` as `rgb(…)`. */
  of(value: string): string {
    let colour = this.found.get(value);
    if (!colour) {
      this.probe.style.color = value;
      colour = plain(getComputedStyle(this.probe).color);
      this.found.set(value, colour);
    }
    return colour;
  }

  remove(): void {
    this.probe.remove();
  }
}

/** A colour in the one way that three.js and canvases both read. */
function plain(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${r}, ${g}, ${b})`;
}

export function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement('canvas');
  [made.width, made.height] = [width, height];
  return [made, made.getContext('2d')!];
}

export function texture(made: HTMLCanvasElement): Texture {
  const found = new CanvasTexture(made);
  found.colorSpace = SRGBColorSpace;
  found.anisotropy = 4;
  return found;
}

/** A seat's pattern, as a tile that repeats. */
export function seatTile(seat: number, colour: string): HTMLCanvasElement {
  const [made, pen] = canvas(64, 64);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 64, 64);
  pen.strokeStyle = pen.fillStyle = seat === 2 ? '#6b400099' : '#ffffff6b';
  pen.lineWidth = 10;
  pen.beginPath();
  switch (SEATS[seat]?.pattern) {
    case 'stripes':
      for (const x of [-32, 0, 32, 64]) [pen.moveTo(x - 8, 72), pen.lineTo(x + 72, -8)];
      break;
    case 'dots':
      for (const [x, y] of [
        [16, 16],
        [48, 48],
      ] as const)
        [pen.moveTo(x + 9, y), pen.arc(x, y, 9, 0, 7)];
      pen.fill();
      pen.beginPath();
      break;
    case 'zigzag':
      for (const y of [8, 40]) [pen.moveTo(-8, y + 20), pen.lineTo(32, y), pen.lineTo(72, y + 20)];
      break;
    case 'grid':
      [pen.moveTo(0, 32), pen.lineTo(64, 32), pen.moveTo(32, 0), pen.lineTo(32, 64)];
      break;
  }
  pen.stroke();
  return made;
}

/** A seat's pattern as paint. */
export function seatPaint(seat: number, colour: string, times: number): Texture {
  const found = texture(seatTile(seat, colour));
  found.wrapS = found.wrapT = RepeatWrapping;
  found.repeat.set(times, times);
  return found;
}

/** Calls back when the colours of the page change. */
export function onThemeChange(changed: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  const watcher = new MutationObserver(changed);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', changed);
    watcher.disconnect();
  };
}

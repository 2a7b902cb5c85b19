/** The top of the board of Mars for the 3-D view, painted as the drawn board has it: squares, craters, rover tracks. */

import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';
import { seeded } from '../random';
import { tracks } from './landmarks';

const SIDE = 84; // of a square, as the drawings measure it
const PIXELS = 1344;

export interface Colours {
  light: string;
  dark: string;
  track: string;
}

export function surface({ light, dark, track }: Colours): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PIXELS;
  const pen = canvas.getContext('2d')!;
  pen.scale(PIXELS / (8 * SIDE), PIXELS / (8 * SIDE));
  for (let k = 0; k < 64; k++) {
    const [x, y] = [k % 8, Math.floor(k / 8)];
    pen.fillStyle = (x + y) % 2 ? dark : light;
    pen.fillRect(x * SIDE, y * SIDE, SIDE, SIDE);
  }
  craters(pen, track);
  pen.strokeStyle = track;
  for (const way of tracks(SIDE).map((d) => new Path2D(d))) {
    pen.lineWidth = 15;
    pen.setLineDash([]);
    pen.globalAlpha = 0.16;
    pen.stroke(way);
    pen.setLineDash([2.5, 7]);
    pen.globalAlpha = 0.42;
    pen.stroke(way);
  }
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 8;
  return made;
}

function craters(pen: CanvasRenderingContext2D, colour: string): void {
  const random = seeded(3);
  const between = (low: number, high: number): number => low + (high - low) * random();
  pen.fillStyle = pen.strokeStyle = colour;
  for (let k = 0; k < 128; k++) {
    const [column, row] = [(k >> 1) % 8, k >> 4];
    const [x, y, r] = [(column + between(0.14, 0.86)) * SIDE, (row + between(0.14, 0.86)) * SIDE, between(2, 6)];
    pen.beginPath();
    pen.ellipse(x, y, r * 1.4, r, 0, 0, 2 * Math.PI);
    pen.globalAlpha = 0.16;
    pen.fill();
    pen.beginPath();
    pen.ellipse(x, y, r * 1.4, r, 0, Math.PI, 2 * Math.PI);
    pen.globalAlpha = 0.35;
    pen.stroke();
  }
}

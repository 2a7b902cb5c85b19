/** The top of the board of Mars for the 3-D view, painted as the drawn board has it: squares, craters, tracks, named squares. */

import type { Texture } from 'three';
import type { Place } from '../../scene';
import { seeded } from '../random';
import { canvas, texture } from '../spatial';
import { LANDMARKS, tracks } from './landmarks';

const SIDE = 84; // of a square, as the drawings measure it
const PIXELS = 1600;

export interface Colours {
  light: string;
  dark: string;
  track: string;
  plate: string;
  line: string;
}

export function surface(places: readonly Place[], { light, dark, track, plate, line }: Colours): Texture {
  const [made, pen] = canvas(PIXELS, PIXELS);
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
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  for (const { kind, at } of places) if (kind in LANDMARKS) named(pen, kind, at, plate, line);
  const painted = texture(made);
  painted.anisotropy = 8;
  return painted;
}

function named(pen: CanvasRenderingContext2D, kind: string, [x, y]: Place['at'], plate: string, line: string): void {
  const { drawing, dashed } = LANDMARKS[kind]!;
  pen.save();
  pen.translate(x * SIDE, y * SIDE);
  pen.beginPath();
  pen.roundRect(-39, -39, 78, 78, 9);
  pen.fillStyle = plate;
  pen.fill();
  pen.strokeStyle = line;
  pen.lineWidth = 3;
  pen.stroke();
  pen.lineWidth = 2;
  pen.lineCap = pen.lineJoin = 'round';
  pen.globalAlpha = 0.75;
  pen.stroke(new Path2D(drawing));
  if (dashed) {
    pen.setLineDash([5, 5]);
    pen.stroke(new Path2D(dashed));
  }
  pen.restore();
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

/** The sides of the mountain's blocks as paint: cracked rock under a lip of snow, or a slope with a few strokes of light. */

import { seeded } from '../random';
import { canvas } from '../spatial';

export const WIDE = 160; // pixels of a square's side
const LIP = 15; // how far icicles hang down

/** Rock for a block that is so many squares high: its icicles hang from the top, cracks run through all of it. */
export function rockFace(high: number, seed: number, rock: string, crack: string, snow: string): HTMLCanvasElement {
  const height = Math.round(WIDE * high);
  const [made, pen] = canvas(WIDE, height);
  const random = seeded(seed);
  pen.fillStyle = rock;
  pen.fillRect(0, 0, WIDE, height);
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = crack;
  for (let k = 0; k < 6 * high + 4; k++) {
    pen.lineWidth = 1.6 + random();
    pen.beginPath();
    let [x, y] = [random() * WIDE, LIP + random() * (height - LIP)];
    pen.moveTo(x, y);
    for (let bend = 0; bend < 3; bend++) {
      [x, y] = [x + (random() - 0.5) * 16, y + 8 + random() * 15];
      pen.lineTo(x, y);
    }
    pen.stroke();
  }
  pen.fillStyle = snow;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(WIDE, 0);
  const teeth = 11;
  for (let k = teeth; k >= 0; k--) pen.lineTo((k / teeth) * WIDE, k % 2 ? LIP + random() * 9 : 5 + random() * 4);
  pen.fill();
  return made;
}

/** A slope: darker where it meets what is below, with strokes of light. */
export function slopeFace(high: number, seed: number, colour: string, shade: string): HTMLCanvasElement {
  const height = Math.round(WIDE * high);
  const [made, pen] = canvas(WIDE, height);
  const random = seeded(seed);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, WIDE, height);
  pen.fillStyle = shade;
  pen.globalAlpha = 0.35;
  pen.fillRect(0, height * 0.58, WIDE, height * 0.42);
  pen.globalAlpha = 0.5;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 3;
  pen.lineCap = pen.lineJoin = 'round';
  for (let level = 0; level < high / 0.42; level++) {
    const [x, y] = [16 + random() * 80, WIDE * 0.42 * (level + 0.3 + random() * 0.4)];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 14, y - 4);
    pen.lineTo(x + 40, y + 2);
    pen.stroke();
  }
  return made;
}

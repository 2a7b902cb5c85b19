/** From how far away, and at what, a 3-D board is looked at so that all of it is seen as large as the stage allows. */

import type { Vector } from './spatial';

/** The part of the picture that is free, in shares of its half width and height from the middle: 1 is the edge. */
export interface Free {
  side: number;
  top: number;
  bottom: number;
}

export interface Sight {
  at: Vector;
  away: number;
}

const ROUNDS = 12; // each makes what is wrong several times smaller

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vector): Vector => a.map((value) => value / Math.hypot(...a)) as Vector;

/** Look along a direction (from the board to the eye) at all of some points, with an angle of view up and down in degrees. */
export function fitted(points: readonly Vector[], direction: Vector, angle: number, aspect: number, free: Free): Sight {
  const back = unit(direction);
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  const half = Math.tan((angle * Math.PI) / 360);
  let at: Vector = [0, 0, 0];
  let away = 10;
  for (let round = 0; round < ROUNDS; round++) {
    const seen = points.map((point) => {
      const from = point.map((value, axis) => value - at[axis]!) as Vector;
      const depth = Math.max(0.1, away - dot(from, back)) * half;
      return [dot(from, right) / (depth * aspect), dot(from, up) / depth] as const;
    });
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    const [left, east, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const sideways = ((left + east) / 2) * away * half * aspect;
    const upwards = ((low + high) / 2) * away * half;
    at = at.map((value, axis) => value + right[axis]! * sideways + up[axis]! * upwards) as Vector;
    away *= Math.max((east - left) / (2 * free.side), (high - low) / (free.top + free.bottom));
  }
  // What is free may lie higher or lower than the middle.
  const lower = ((free.top - free.bottom) / 2) * away * half;
  return { at: at.map((value, axis) => value - up[axis]! * lower) as Vector, away };
}

const SAME = 0.16; // of the way to the board: as good as there already
const AROUND = 1.05; // times as much is seen as matters

/** The middle of some points and how far they reach from east to west, up, and from north to south. */
function reach(points: readonly Vector[]): { middle: Vector; size: Vector } {
  const ends = ([0, 1, 2] as const).map((axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  return {
    middle: ends.map(([low, high]) => (low + high) / 2) as Vector,
    size: ends.map(([low, high]) => high - low) as Vector,
  };
}

/**
 * A look at a part of all points: nearer than at all of them, but never nearer than a share of the way from which all
 * are seen, so that what lies around stays in sight.
 */
export function nearer(part: readonly Vector[], all: readonly Vector[], whole: Sight, nearest: number): Sight {
  const [some, every] = [reach(part), reach(all)];
  const large = Math.max(...some.size.map((size, axis) => (every.size[axis] ? size / every.size[axis]! : 0))) * AROUND;
  const share = Math.min(1, Math.max(nearest, large));
  // As near as it comes to the part, so far it leaves the middle.
  const gone = nearest < 1 ? (1 - share) / (1 - nearest) : 0;
  const at = whole.at.map((value, axis) => value + (some.middle[axis]! - every.middle[axis]!) * gone) as Vector;
  return { at, away: whole.away * share };
}

/** Whether one look shows about the same as another, so that the eye can stay. */
export function covers(now: Sight, wanted: Sight): boolean {
  const aside = Math.hypot(...now.at.map((value, axis) => value - wanted.at[axis]!));
  return aside < SAME * wanted.away && Math.abs(now.away / wanted.away - 1) < SAME;
}

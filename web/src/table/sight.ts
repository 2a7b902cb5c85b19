/** Which part of an enlarged board to look at, so that what matters now is in it. Positions are in pixels of the stage. */

const AROUND = 5; // pixels around a thing, for its ring
const NEARLY = 0.01; // pixels: what sums of fractions may be wrong by

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Sighted extends Box {
  weight?: number; // how much more than another it should be seen
}

type Room = Pick<Box, 'width' | 'height'>;
type Range = readonly [from: number, to: number];

/** Where a thing begins and ends along a line; of one that is longer than there is room for its middle counts. */
function span(from: number, size: number, room: number, [first, last]: Range): Range {
  if (size + 2 * AROUND > room) return [from + size / 2, from + size / 2];
  return [Math.max(first, from - AROUND), Math.min(last + room, from + size + AROUND)];
}

/** By how much the view may go along a line so that some thing just comes into it, and not at all. */
function steps(spans: readonly Range[], room: number, [from, to]: Range): number[] {
  const found = new Set([0]);
  for (const [begins, ends] of spans)
    for (const by of [begins, ends - room]) found.add(Math.max(from, Math.min(to, by)));
  return [...found];
}

const isIn = ([begins, ends]: Range, from: number, room: number): boolean =>
  begins >= from - NEARLY && ends <= from + room + NEARLY;

/**
 * By how much the view goes so that most is in it: of several ways the shortest, and so none if all is in sight. `range`
 * says how far it can go.
 */
export function bestSight(
  boxes: readonly Sighted[],
  room: Room,
  range: { x: Range; y: Range },
): { x: number; y: number } {
  const wide = boxes.map(({ x, width }) => span(x, width, room.width, range.x));
  const high = boxes.map(({ y, height }) => span(y, height, room.height, range.y));
  let best = { x: 0, y: 0, seen: -1 };
  for (const x of steps(wide, room.width, range.x)) {
    const across = boxes.map((_, k) => isIn(wide[k]!, x, room.width));
    for (const y of steps(high, room.height, range.y)) {
      let seen = 0;
      for (const [k, { weight = 1 }] of boxes.entries())
        if (across[k] && isIn(high[k]!, y, room.height)) seen += weight;
      const nearer = Math.hypot(x, y) < Math.hypot(best.x, best.y);
      if (seen > best.seen || (seen === best.seen && nearer)) best = { x, y, seen };
    }
  }
  return { x: best.x, y: best.y };
}

/** The first of some boxes over which nothing lies. */
export const freeOf = <Some extends Box>(some: readonly Some[], things: readonly Box[]): Some | undefined =>
  some.find((box) => !things.some((thing) => overlap(box, thing)));

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

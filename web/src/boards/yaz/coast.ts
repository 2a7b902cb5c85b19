/**
 * The outline of some hexes together. Hundreds of hexes in one path, each with its own wide stroke, take a phone seconds
 * to paint; the line around them takes nothing.
 */

import type { Point } from '../../scene';

const NEAR = 3; // pixels within which two corners are the same one

const same = ([x, y]: Point, [u, v]: Point): boolean => Math.abs(x - u) < NEAR && Math.abs(y - v) < NEAR;

/** Closed lines around hexes with some middles and radius; those around holes run the other way. */
export function coastOf(middles: readonly Point[], corners: readonly Point[], radius: number): Point[][] {
  const edges: { from: Point; to: Point }[] = [];
  for (const [x, y] of middles) {
    corners.forEach(([right, down], k) => {
      const [across, below] = corners[(k + 1) % corners.length]!;
      const beyond: Point = [x + (right + across) * radius, y + (down + below) * radius];
      if (middles.some((middle) => same(middle, beyond))) return;
      edges.push({
        from: [x + right * radius, y + down * radius],
        to: [x + across * radius, y + below * radius],
      });
    });
  }
  const loops: Point[][] = [];
  while (edges.length) {
    const first = edges.pop()!;
    const loop = [first.from];
    for (let end = first.to; !same(end, first.from);) {
      const next = edges.findIndex(({ from }) => same(from, end));
      if (next < 0) break;
      const [{ from, to }] = edges.splice(next, 1) as [{ from: Point; to: Point }];
      loop.push(from);
      end = to;
    }
    loops.push(loop);
  }
  return loops;
}

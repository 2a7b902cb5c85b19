/** How pieces get from one place to another on a drawn board: along the places of their trail, at an even pace. */

import type { Point } from '../scene';

const EASE = 'cubic-bezier(.2,.8,.2,1)';

const apart = ([x, y]: Point, [u, v]: Point): number => Math.hypot(u - x, v - y);

const ARC = 8; // straight pieces of which an arc is made

/** The keyframes of a way over some points; `lift` raises the middle of every stretch, as a hop does. */
export function wayFrames(points: readonly Point[], lift = 0): Keyframe[] {
  const lengths = points.slice(1).map((point, k) => apart(points[k]!, point));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const pieces = lift ? ARC : 1;
  const frames: Keyframe[] = [frameAt(points[0]!, 0)];
  let gone = 0;
  lengths.forEach((length, k) => {
    const [[x, y], [u, v]] = [points[k]!, points[k + 1]!];
    for (let piece = 1; piece <= pieces; piece++) {
      const share = piece / pieces;
      const high = 4 * lift * share * (1 - share);
      const spot: Point = [x + (u - x) * share, y + (v - y) * share - high];
      frames.push(frameAt(spot, Math.min(1, (gone + length * share) / whole)));
    }
    gone += length;
  });
  return frames;
}

const frameAt = ([x, y]: Point, offset: number): Keyframe => ({ transform: `translate(${x}px, ${y}px)`, offset });

interface Manner {
  lift?: number; // how high it flies
  delay?: number; // milliseconds that it stays where it was
}

/** Let a piece go along some points; it must already stand at the last of them. */
export function travel(
  node: Element,
  points: readonly Point[],
  duration: number,
  { lift = 0, delay = 0 }: Manner = {},
): Animation | null {
  if (!duration || points.length < 2) return null;
  const easing = points.length === 2 && !lift ? EASE : 'ease-in-out';
  return node.animate(wayFrames(points, lift), { duration, delay, easing, fill: 'backwards' });
}

/** The angle nearest to the last one that shows the same direction, so that a turn takes the short way round. */
export function nearestTurn(last: number, angle: number): number {
  const by = ((((angle - last) % 360) + 540) % 360) - 180;
  return last + by;
}

/** How pieces get from one place to another on a drawn board: along the places of their trail, at an even pace. */

import type { Point } from '../scene';

const EASE = 'cubic-bezier(.2,.8,.2,1)';

const apart = ([x, y]: Point, [u, v]: Point): number => Math.hypot(u - x, v - y);

/** The keyframes of a way over some points; `lift` raises the middle of every stretch, as a hop does. */
export function wayFrames(points: readonly Point[], lift = 0): Keyframe[] {
  const lengths = points.slice(1).map((point, k) => apart(points[k]!, point));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const frames: Keyframe[] = [];
  let gone = 0;
  points.forEach(([x, y], k) => {
    frames.push({ transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, gone / whole) });
    const next = points[k + 1];
    if (!next) return;
    if (lift) {
      const [u, v] = [(x + next[0]) / 2, (y + next[1]) / 2 - lift];
      frames.push({ transform: `translate(${u}px, ${v}px)`, offset: Math.min(1, (gone + lengths[k]! / 2) / whole) });
    }
    gone += lengths[k]!;
  });
  return frames;
}

/** Let a piece go along some points; it must already stand at the last of them. */
export function travel(node: Element, points: readonly Point[], duration: number, lift = 0): Animation | null {
  if (!duration || points.length < 2) return null;
  return node.animate(wayFrames(points, lift), {
    duration,
    easing: points.length === 2 ? EASE : 'ease-in-out',
  });
}

/** The angle nearest to the last one that shows the same direction, so that a turn takes the short way round. */
export function nearestTurn(last: number, angle: number): number {
  const by = ((((angle - last) % 360) + 540) % 360) - 180;
  return last + by;
}

/** The line around what is drawn, so that what is drawn over a board keeps to the shapes of its places. */

import type { Point } from '../scene';

export type Outline = readonly Point[];

const FINE = 60; // points around a place

/** Around something that is drawn, in pixels of the window: along its `data-outline` or itself, or else its box. */
export function outlineOf(element: Element): Outline {
  const drawn = element.querySelector('[data-outline]') ?? element;
  const to = drawn instanceof SVGGeometryElement && drawn.getScreenCTM();
  if (!to) {
    const { left, top, right, bottom } = drawn.getBoundingClientRect();
    return [[left, top], [right, top], [right, bottom], [left, bottom]]; // prettier-ignore
  }
  const step = drawn.getTotalLength() / FINE;
  return Array.from({ length: FINE }, (_, k) => {
    const { x, y } = drawn.getPointAtLength(k * step).matrixTransform(to);
    return [x, y];
  });
}

/** The box around an outline. */
export function around(outline: Outline): DOMRect {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return new DOMRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
}

/** An outline drawn a little inside of itself, so that those of neighbours do not lie on each other. */
export function inside(outline: Outline, by: number): Outline {
  const { x, y, width, height } = around(outline);
  const [u, v] = [x + width / 2, y + height / 2];
  return outline.map(([a, b]) => {
    const kept = Math.max(0, 1 - by / (Math.hypot(a - u, b - v) || by));
    return [u + (a - u) * kept, v + (b - v) * kept];
  });
}

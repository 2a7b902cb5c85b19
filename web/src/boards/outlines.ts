/** Outlines of paths. Many alike in one path are drawn much faster than each as an element of its own. */

/** A number as a path writes it. */
export const f = (value: number): string => String(Math.round(value * 10) / 10);

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${f(x - rx)} ${f(y)}a${f(rx)} ${f(ry)} 0 1 0 ${f(2 * rx)} 0a${f(rx)} ${f(ry)} 0 1 0 ${f(-2 * rx)} 0Z`;

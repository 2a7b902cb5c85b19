/** A part of a drawn board, shown large. */

const LEAST = 0.34; // of the board's width
const AROUND = 1.5; // times as wide as what is shown

/** Let a drawn board show the part around some of its things; all of it where none of them is drawn. */
export function closeUp(svg: SVGSVGElement, ids: readonly string[], room = AROUND, least = LEAST): void {
  const toBoard = svg.getScreenCTM()?.inverse();
  const whole = svg.viewBox.baseVal;
  const boxes = ids.flatMap((id) => svg.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect() ?? []);
  if (!toBoard || !boxes.length || !whole.width) return;
  const corners = boxes.flatMap(({ left, top, right, bottom }) => [
    new DOMPoint(left, top).matrixTransform(toBoard),
    new DOMPoint(right, bottom).matrixTransform(toBoard),
  ]);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const frame = svg.getBoundingClientRect();
  const shape = frame.width / (frame.height || 1);
  const width = Math.min(
    whole.width,
    Math.max(least * whole.width, room * (right - left), room * (bottom - top) * shape),
  );
  const height = width / shape;
  const within = (middle: number, size: number, from: number, all: number): number =>
    size >= all ? from + (all - size) / 2 : Math.max(from, Math.min(from + all - size, middle - size / 2));
  const x = within((left + right) / 2, width, whole.x, whole.width);
  const y = within((top + bottom) / 2, height, whole.y, whole.height);
  svg.setAttribute('viewBox', [x, y, width, height].join(' '));
  svg.setAttribute('preserveAspectRatio', 'xMidYMid slice');
}

/** Where the places of a drawing lie on the screen: found from those that the board has drawn. */

import type { Point } from '../scene';

/** From the ground's measures to pixels: each way by a factor and a shift. */
export interface Fit {
  scale: Point;
  shift: Point;
}

/** The straight line through pairs that comes nearest to all; null where they do not tell. */
function line(pairs: readonly (readonly [number, number])[]): [number, number] | null {
  const mean = (k: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = pairs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  if (!spread) return null;
  const slope = pairs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / spread;
  return [slope, y - slope * x];
}

/** The fit of places that were found on the screen; a single row or column is as wide as it is high. */
export function fitOf(found: readonly { at: Point; seen: Point }[]): Fit | null {
  if (!found.length) return null;
  const across = line(found.map(({ at, seen }) => [at[0], seen[0]]));
  const down = line(found.map(({ at, seen }) => [at[1], seen[1]]));
  const slope = across?.[0] ?? down?.[0];
  if (slope === undefined) return null;
  const { at, seen } = found[0]!;
  return {
    scale: [across?.[0] ?? slope, down?.[0] ?? slope],
    shift: [across?.[1] ?? seen[0] - slope * at[0], down?.[1] ?? seen[1] - slope * at[1]],
  };
}

export const placed = ({ scale, shift }: Fit, [x, y]: Point): Point => [
  x * scale[0] + shift[0],
  y * scale[1] + shift[1],
];

/** The points of an outline, as an SVG polygon has them. */
export const polygon = (fit: Fit, outline: readonly Point[]): string =>
  outline
    .map((corner) =>
      placed(fit, corner)
        .map((each) => each.toFixed(1))
        .join(),
    )
    .join(' ');

/** The place that an arrow key leads to: the nearest one that way. */
export function next<Cell extends { at: Point }>(cells: readonly Cell[], from: Cell, key: string): Cell | undefined {
  const ways: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[key];
  if (!way) return undefined;
  const STRAY = 2; // a step aside counts double
  const far = ({ at }: Cell): number => {
    const [x, y] = [at[0] - from.at[0], at[1] - from.at[1]];
    const ahead = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    return ahead > 1e-6 && aside <= ahead ? ahead + STRAY * aside : Infinity;
  };
  const nearest = cells.reduce((best, each) => (far(each) < far(best) ? each : best), from);
  return nearest === from ? undefined : nearest;
}

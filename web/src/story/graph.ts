/** The geometry of the evaluation graph, and how its figures are written. */

import type { AnalysisPoint } from '../api';

export interface Frame {
  width: number; // of the part with lines and bars
  height: number; // of the lines
  bars: number; // height of the bars below them
  gap: number; // between both
}

export interface GraphShape {
  lines: string[]; // a path for each seat
  area: string; // under the line of the chosen seat
  bars: { x: number; y: number; width: number; height: number; kind: 'luck' | 'skill' }[]; // changes for that seat
  most: number; // the largest of these changes, which fills half the bars' height
  dots: { x: number; y: number; ply: number; seat: number }[]; // costly decisions
}

const LEAST_SCALE = 0.05; // changes smaller than this are not blown up to full height
const ALMOST_NOTHING = 0.4; // pixels under which there is no bar

const round = (value: number): number => Math.round(value * 10) / 10;

/** Where on the graph it is, after so many moments. */
export const xOf = (at: number, plies: number, width: number): number => (plies ? (at / plies) * width : 0);

/** After how many moments somebody points. */
export const plyAt = (x: number, plies: number, width: number): number =>
  Math.max(0, Math.min(plies, Math.round((x / width) * plies)));

/** A share of a win: 62 % */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A change of such a share, with its sign: +12, −3.5, 0 */
export function points(change: number): string {
  const size = Math.abs(change * 100);
  const written = size < 9.95 ? size.toFixed(1).replace('.0', '') : String(Math.round(size));
  return written === '0' ? '0' : `${change > 0 ? '+' : '−'}${written}`;
}

/** Round numbers of moments for the axis below, about as many as fit. */
export function ticks(plies: number, width: number): number[] {
  const wanted = Math.max(2, Math.floor(width / 110));
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000].find((each) => plies / each <= wanted) ?? plies;
  const found = Array.from({ length: Math.floor(plies / step) + 1 }, (_, k) => k * step);
  return plies - found.at(-1)! > step / 2 ? [...found, plies] : [...found.slice(0, -1), plies];
}

/**
 * Lines of the evaluation after each moment, above; below them bars of what each gave or took for one seat.
 * `seatOf` says who decided it.
 */
export function shaped(
  judged: readonly AnalysisPoint[],
  plies: number,
  seat: number,
  seatOf: (ply: number) => number | 'chance',
  { width, height, bars, gap }: Frame,
): GraphShape {
  const seats = judged[0]?.evaluation.length ?? 0;
  const y = (value: number): number => round(height * (1 - Math.max(0, Math.min(1, value))));
  const at = (ply: number): number => round(xOf(ply + 1, plies, width));
  const lines = Array.from({ length: seats }, (_, each) =>
    judged.map(({ ply, evaluation }, k) => `${k ? 'L' : 'M'}${at(ply)} ${y(evaluation[each]!)}`).join(''),
  );
  const [first, last] = [judged[0], judged.at(-1)];
  const area = first && last ? `${lines[seat]}V${height}H${at(first.ply)}Z` : '';
  const most = Math.max(LEAST_SCALE, ...judged.map(({ change }) => Math.abs(change[seat] ?? 0)));
  const wide = Math.min(14, Math.max(1.5, (width / Math.max(1, plies)) * 0.72));
  const middle = height + gap + bars / 2;
  const found = judged.flatMap(({ ply, change, kind }) => {
    const by = change[seat] ?? 0;
    const size = round((Math.abs(by) / most) * (bars / 2));
    if (size < ALMOST_NOTHING) return [];
    return [
      { x: round(at(ply) - wide / 2), y: by > 0 ? middle - size : middle, width: round(wide), height: size, kind },
    ];
  });
  const dots = judged.flatMap(({ ply, costly, evaluation }) => {
    const by = seatOf(ply);
    return costly && by !== 'chance' ? [{ x: at(ply), y: y(evaluation[by] ?? 0.5), ply, seat: by }] : [];
  });
  return { lines, area, bars: found, most, dots };
}

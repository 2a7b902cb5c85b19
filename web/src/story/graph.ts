/** The geometry of the evaluation graph. */

import type { AnalysisPoint } from '../api';

export interface GraphShape {
  lines: string[]; // a path for each seat
  bars: { x: number; y: number; width: number; height: number; kind: 'luck' | 'skill' }[]; // what each ply changed for one seat
  dots: { x: number; y: number; ply: number; seat: number }[]; // costly decisions
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Where on the graph a ply is. */
export const xOf = (ply: number, plies: number, width: number): number => (plies ? (ply / plies) * width : 0);

/** Which ply somebody points at. */
export const plyAt = (x: number, plies: number, width: number): number =>
  Math.max(0, Math.min(plies, Math.round((x / width) * plies)));

/**
 * Lines of the evaluation after each ply, above; below them bars of what each ply gave or took for one seat.
 * `seatOf` says who decided a ply.
 */
export function shaped(
  points: readonly AnalysisPoint[],
  plies: number,
  seat: number,
  seatOf: (ply: number) => number | 'chance',
  width: number,
  height: number,
  barHeight: number,
): GraphShape {
  const seats = points[0]?.evaluation.length ?? 0;
  const y = (value: number): number => round(height * (1 - value));
  const at = (ply: number): number => round(xOf(ply + 1, plies, width));
  const lines = Array.from({ length: seats }, (_, each) =>
    points.map(({ ply, evaluation }, k) => `${k ? 'L' : 'M'}${at(ply)} ${y(evaluation[each]!)}`).join(''),
  );
  const most = Math.max(0.02, ...points.map(({ change }) => Math.abs(change[seat] ?? 0)));
  const wide = Math.max(1, (width / Math.max(1, plies)) * 0.7);
  const middle = height + barHeight / 2 + 6;
  const bars = points.flatMap(({ ply, change, kind }) => {
    const size = round((Math.abs(change[seat] ?? 0) / most) * (barHeight / 2));
    if (size < 0.4) return [];
    return [
      {
        x: round(at(ply) - wide / 2),
        y: (change[seat] ?? 0) > 0 ? middle - size : middle,
        width: round(wide),
        height: size,
        kind,
      },
    ];
  });
  const dots = points.flatMap(({ ply, costly, evaluation }) => {
    const by = seatOf(ply);
    return costly && by !== 'chance' ? [{ x: at(ply), y: y(evaluation[by] ?? 0.5), ply, seat: by }] : [];
  });
  return { lines, bars, dots };
}

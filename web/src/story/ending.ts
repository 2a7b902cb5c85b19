/** What the end of a game is told with: what won it, where it turned, which decision cost most. */

import type { AnalysisPoint, Figures, Level, TableSeat } from '../api';
import { counted } from '../people/record';
import type { Ground, Moment, Scene } from '../scene';

const LEAST_SWING = 0.05; // of a chance to win: less than this turns no game
const LEAST_COST = 0.02; // less than this is not worth trying again

/**
 * The things on the board that won: where the last decision was made, be it the loser's; or what the winner's last one was
 * about, or else a piece of his.
 */
export function winning(moments: readonly Moment[], ground: Ground, scene: Scene, winner: number | null): string[] {
  const standing = scene.pieces.filter(({ at }) => at !== null);
  const places = new Set(ground.places.map(({ id }) => id));
  const own = standing.filter(({ seat }) => winner === null || seat === winner).map(({ id }) => id);
  const decided = (moments.at(-1)?.marks ?? []).filter((id) => places.has(id));
  const last = moments.findLast(({ seat }) => seat === winner) ?? moments.at(-1);
  const touched = decided.length ? decided : (last?.marks ?? []).filter((id) => places.has(id) || own.includes(id));
  return touched.length ? touched.slice(-2) : own.slice(0, 1);
}

/** The moment after which a seat's chances had changed most; null where nothing turned. */
export function turningPoint(points: readonly AnalysisPoint[], seat: number): AnalysisPoint | null {
  let found: AnalysisPoint | null = null;
  let most = LEAST_SWING;
  points.forEach((point, k) => {
    const before = points[k - 1]?.evaluation[seat];
    const swing = before === undefined ? 0 : Math.abs((point.evaluation[seat] ?? 0) - before);
    if (swing > most) [found, most] = [point, swing];
  });
  return found;
}

/** The decision of a seat that cost it most; null if none cost anything to speak of. */
export function costliest(
  points: readonly AnalysisPoint[],
  seat: number,
  seatOf: (ply: number) => number | 'chance' | undefined,
): AnalysisPoint | null {
  const own = points.filter(({ kind, ply }) => kind === 'skill' && seatOf(ply) === seat);
  const worst = own.toSorted((a, b) => (a.change[seat] ?? 0) - (b.change[seat] ?? 0))[0];
  return worst && (worst.change[seat] ?? 0) < -LEAST_COST ? worst : null;
}

export interface NextLevel {
  level: string;
  harder: boolean;
}

/** Who beat all bots goes on to the level above the strongest, who lost to one may try the level below it. */
export function nextLevel(
  seats: readonly TableSeat[],
  levels: readonly Level[],
  outcome: 'won' | 'drawn' | 'lost',
): NextLevel | null {
  const others = seats.filter(({ you }) => !you);
  if (!others.length || others.some(({ kind }) => kind !== 'bot')) return null;
  const ranked = levels.filter(({ rank }) => rank);
  const played = others.map(({ level }) => ranked.findIndex(({ name }) => name === level));
  if (played.includes(-1) || outcome === 'drawn') return null; // the same again
  const harder = outcome === 'won';
  const level = ranked[Math.max(...played) + (harder ? 1 : -1)]?.name;
  return level ? { level, harder } : null;
}

export interface AtLevel {
  level: string;
  won: number;
  drawn: number;
  played: number;
}

/** How one did at each level, the weakest first. */
export const atEachLevel = (tallies: Figures['levels'], levels: readonly Level[]): AtLevel[] =>
  levels
    .filter(({ rank }) => rank)
    .flatMap(({ name }) => tallies.filter(({ level }) => level === name))
    .map((tally) => ({ level: tally.level, won: tally.won, drawn: tally.drawn, played: counted(tally) }))
    .filter(({ played }) => played);

/** What the page of one's own games asks for, and how its figures are put together. */

import type { Figures, Tally } from '../api';

export interface Wanted {
  game: string;
  text: string;
  level: string;
  outcome: string;
  days: string;
}

export const ANYTHING: Wanted = { game: '', text: '', level: '', outcome: '', days: '' };

/** The query of what is wanted; what does not matter is left out. */
export const queryOf = (wanted: Wanted): string =>
  new URLSearchParams(Object.entries(wanted).filter(([, value]) => value.trim())).toString();

export const counted = ({ won, drawn, lost }: Tally): number => won + drawn + lost;

export interface Span extends Tally {
  since: number; // milliseconds since 1970
  weeks: number;
}

const WEEK = 7 * 24 * 3600 * 1000; // milliseconds
export const MOST_BARS = 26;

/** Weeks in order, also those without a game, several in one where there are many. */
export function spans(weeks: Figures['weeks'], most = MOST_BARS): Span[] {
  const first = weeks[0]?.since;
  if (first === undefined) return [];
  const all = (weeks.at(-1)!.since - first) / WEEK + 1;
  const together = Math.ceil(all / most);
  const found = Array.from({ length: Math.ceil(all / together) }, (_, k): Span => {
    return { since: first + k * together * WEEK, weeks: together, won: 0, drawn: 0, lost: 0, shared: 0 };
  });
  for (const week of weeks) {
    const span = found[Math.floor((week.since - first) / WEEK / together)]!;
    for (const outcome of ['won', 'drawn', 'lost', 'shared'] as const) span[outcome] += week[outcome];
  }
  return found;
}

export const dateOf = (at: number): string =>
  new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

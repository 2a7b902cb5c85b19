/** What the rows of the home page say about a table. */

import type { TableCard } from '../api';
import { distinct, retold } from '../seats/told';
import { texts } from '../texts';

const DAY = 86_400; // seconds
const short = (title: string): string => title.replace(/^The /, '');
/** The others at a table; several bots are told together. */
function others(card: TableCard): string[] {
  const there = card.seats.filter(({ you, kind }) => !you && kind !== 'open');
  const bots = there.filter(({ kind }) => kind === 'bot').length;
  if (bots < 2) return there.map(({ name }) => name);
  return [...there.filter(({ kind }) => kind !== 'bot').map(({ name }) => name), texts.home.botsToo(bots)];
}
const names = (card: TableCard): string[] => distinct(card.seats).map(({ name }) => name);

/** "Everest with Ochre and Jonas" */
export const running = (card: TableCard): string => texts.home.with(short(card.title), others(card));

/** The others would like to play again, or are there already. */
export const isRematch = ({ your_turn, state }: TableCard): boolean => your_turn && state !== 'playing';

/** "Round 6 · they are moving" */
export function progress(card: TableCard): string {
  if (isRematch(card)) return card.state === 'over' ? texts.home.rematchAsked : texts.home.rematchWaits;
  const state = card.state === 'waiting' ? texts.home.waiting : card.your_turn ? '' : texts.home.theyMove;
  return [retold(card.caption, names(card)), state].filter(Boolean).join(' · ');
}

/** "Sailboat Regatta, 3 of 6 seats" */
export function offered(card: TableCard): string {
  const taken = card.seats.filter(({ kind }) => kind !== 'open').length;
  return texts.home.seatsTaken(short(card.title), taken, card.seats.length);
}

/** "Jonas · 20 min each" */
export function terms(card: TableCard): string {
  const host = card.seats.find(({ kind }) => kind === 'person')?.name ?? '';
  const { clock: set } = card;
  const clock = !set
    ? texts.home.noClock
    : set.per_turn
      ? texts.make.daysATurn(Math.round(set.seconds / DAY))
      : texts.home.eachMinutes(Math.round(set.seconds / 60));
  return [host, clock].filter(Boolean).join(' · ');
}

/** "You won Martian Race" */
export function ended(card: TableCard): string {
  const title = short(card.title);
  if (!card.ranks) return texts.home.abandoned(title);
  const winners = card.seats.filter((_, seat) => card.ranks![seat] === 1);
  if (winners.length === card.seats.length) return texts.home.drawn(title);
  if (winners.some(({ you }) => you)) return texts.home.youWon(title);
  return texts.home.won(winners[0]?.name ?? '', title);
}

/** How it ended, in the game's words. */
export const ending = (card: TableCard): string => retold(card.result || card.caption, names(card));

/** Those that wait for this guest first, then the newest. */
export const urgent = (cards: readonly TableCard[]): TableCard[] =>
  cards.toSorted((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.created - a.created);

/** What the page of a table says in words: in the dock, on seats' behalf, and aloud. */

import type { Situation, Table } from '../api';
import { retold, YOU } from '../seats/told';
import { texts } from '../texts';
import type { TableStore } from './table.svelte';
import { turnsOf } from './turns';

/** What those who sit there are called in this page's words: whoever looks is "you", and an open seat has no name. */
export const namesOf = ({ seats, you }: Pick<Table, 'seats' | 'you'>): string[] =>
  seats.map(({ name, seat }) => (you.length === 1 && you[0] === seat ? YOU : (name ?? '')));

const names = (table: Table, seats: readonly number[]): string[] => seats.map((seat) => table.seats[seat]?.name ?? '');

/** A seat of this guest that a bot plays for now, if it plays for all of them. */
export function handedOver(table: Table): number | null {
  const mine = table.you.map((seat) => table.seats[seat]!);
  return table.state === 'playing' && mine.length && mine.every(({ kind }) => kind === 'bot') ? mine[0]!.seat : null;
}

/** Who won, in words. */
export function outcome(table: Table): string {
  if (!table.ranks) return texts.table.over;
  const winners = table.seats.filter(({ seat }) => table.ranks![seat] === 1);
  if (winners.length > 1 && winners.length === table.seats.length) return texts.table.draw;
  if (winners.length === 1 && winners[0]!.you && table.you.length === 1) return texts.table.youWon;
  return texts.table.won(winners.map(({ name }) => name));
}

/** An attack that waits in case it is answered. */
function underAttack(table: Table, { words, answers }: NonNullable<Situation['announced']>): string {
  const waits = texts.table.mayAnswer(names(table, [answers])[0]!);
  return words ? `${retold(words, namesOf(table))}. ${waits}` : waits;
}

/** A sentence instead of what can be done; null if this seat may decide. */
export function standing(table: Table, situation: Situation, sent: boolean): string | null {
  if (table.state === 'over') return outcome(table);
  if (situation.preparing) return texts.table.preparing(situation.preparing.what);
  if (situation.seat !== null && situation.choices.length) return sent ? texts.table.sent : null;
  if (situation.laying.length) return texts.table.theyLay(names(table, situation.laying));
  if (situation.announced) return underAttack(table, situation.announced);
  if (situation.to_move === 'chance') return texts.table.chanceDecides;
  if (situation.to_move === null) return texts.loading;
  const name = names(table, [situation.to_move])[0]!;
  return situation.thinking.includes(situation.to_move) ? texts.table.theyThink(name) : texts.table.theirTurn(name);
}

/** What the dock says instead of what can be done; null if that is what it should say. */
export function said(store: TableStore): string | null {
  const { table, situation } = store;
  if (!table || !situation) return null;
  const words = store.moment ? retold(store.moment.words, store.names) : null;
  if (store.stepped !== null) return texts.table.lookingBack(words ?? texts.table.beginning);
  if (store.notice) return store.notice;
  if (store.showing) return underway(store);
  return standing(table, situation, store.touching.sent);
}

/** While something is shown: what was seen last, or who is doing something. One's own decision is no news. */
function underway(store: TableStore): string {
  const { moment, seen } = store;
  const own = moment && moment.seat !== 'chance' && store.mine.includes(moment.seat) ? moment : undefined;
  const words = (own ?? seen)?.words;
  if (words) return retold(words, store.names);
  return typeof moment?.seat === 'number'
    ? texts.table.theirTurn(store.nameOf(moment.seat))
    : texts.table.chanceDecides;
}

/** That somebody would rather not play again, to those who would. */
export function declined(store: TableStore): string | null {
  const { rematch, you } = store.table!;
  const by = rematch?.declined;
  return by != null && !you.includes(by) ? texts.table.rematchDeclined(store.nameOf(by)) : null;
}

/** The helper line under it, where the page has more to say than the game. */
export function helping(store: TableStore): string | null {
  const { table, hint } = store;
  if (!table || store.stepped !== null) return null;
  if (handedOver(table) !== null) return texts.table.botForYou;
  if (hint) return retold(`${texts.table.hintSays(hint.words)}. ${hint.why}`, store.names);
  if (store.undoAsked) return texts.table.undoAsked;
  const no = declined(store);
  if (no) return no;
  if (table.state === 'over' && !store.showing) return retold(table.result ?? '', store.names);
  return null;
}

/** What a screen reader is told: a turn as its one sentence once it has ended, and one's own turn as it goes. */
export function announced(store: Pick<TableStore, 'past' | 'names' | 'mine'>, said: string | null): string {
  const turn = turnsOf(store.past).at(-1);
  const since = store.past.slice((turn?.last ?? -1) + 1);
  const own = since.some(({ seat }) => seat !== 'chance' && store.mine.includes(seat)) || said === null;
  const words = (own ? since.at(-1)?.words : undefined) ?? turn?.words ?? '';
  const happened = retold(words, store.names);
  return [happened, said === null ? texts.table.yourTurn : ''].filter(Boolean).join('. ');
}

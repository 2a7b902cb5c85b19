/** What the dock says when there is nothing to choose, or something more important. */

import type { Situation, Table } from '../api';
import { texts } from '../texts';

const names = (table: Table, seats: readonly number[]): string[] => seats.map((seat) => table.seats[seat]?.name ?? '');

/** Who won, in words. */
export function outcome(table: Table): string {
  if (!table.ranks) return texts.table.over;
  const winners = table.seats.filter(({ seat }) => table.ranks![seat] === 1);
  if (winners.length > 1 && winners.length === table.seats.length) return texts.table.draw;
  if (winners.length === 1 && winners[0]!.you && table.you.length === 1) return texts.table.youWon;
  return texts.table.won(winners.map(({ name }) => name));
}

/** A sentence instead of what can be done; null if this seat may decide. */
export function standing(table: Table, situation: Situation, sent: boolean): string | null {
  if (table.state === 'over') return outcome(table);
  if (situation.preparing) return texts.table.preparing(situation.preparing.what);
  if (situation.seat !== null && situation.choices.length) return sent ? texts.table.sent : null;
  if (situation.laying.length) return texts.table.theyLay(names(table, situation.laying));
  if (situation.to_move === 'chance') return texts.table.chanceDecides;
  if (situation.to_move === null) return texts.loading;
  const name = names(table, [situation.to_move])[0]!;
  return situation.thinking.includes(situation.to_move) ? texts.table.theyThink(name) : texts.table.theirTurn(name);
}

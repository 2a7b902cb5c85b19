/** The few words on the card of a seat that is to do something. */

import type { Situation, Table, TableSeat } from '../api';
import { texts } from '../texts';

export function pillOf(table: Table, situation: Situation, { seat, you, kind }: TableSeat): string | null {
  if (table.state !== 'playing') return null;
  if (situation.laying.length) return situation.laying.includes(seat) ? texts.table.planning : null;
  if (situation.to_move !== seat) return null;
  if (you && kind !== 'bot') return texts.table.yourTurn;
  return situation.thinking.includes(seat) ? texts.table.thinking : texts.table.toMove;
}

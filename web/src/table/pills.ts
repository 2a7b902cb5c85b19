/** What the card of a seat says about it. */

import type { Situation, Table, TableSeat } from '../api';
import type { Scene, SeatLine } from '../scene';
import { retold } from '../seats/told';
import { texts } from '../texts';
import { namesOf } from './saying';

/** The few words on the card of a seat that is to do something; while something is shown, of whose doing it is. */
export function pillOf(
  table: Table,
  situation: Situation,
  { seat, you, kind }: TableSeat,
  doing: number | 'chance' | null,
): string | null {
  if (doing !== null) return doing === seat && !you ? texts.table.toMove : null;
  if (table.state !== 'playing') return null;
  if (situation.laying.length) return situation.laying.includes(seat) ? texts.table.planning : null;
  if (situation.to_move !== seat) return null;
  if (you && kind !== 'bot') return texts.table.yourTurn;
  return situation.thinking.includes(seat) ? texts.table.thinking : texts.table.toMove;
}

/**
 * The line of a seat. While plans are laid in secret nobody is told how much of theirs others have laid, only who has
 * not laid everything: so their cards count nothing, and say that the plan is laid when it is.
 */
export function lineOf(table: Table, situation: Situation, scene: Scene | null, { seat }: TableSeat): SeatLine {
  const told = scene?.seats[seat] ?? { line: '' };
  const line = retold(told.line, namesOf(table));
  const secret = table.state === 'playing' && situation.laying.length > 0 && seat !== situation.seat;
  if (!secret) return { ...told, line };
  return { line: situation.laying.includes(seat) ? line : `${line} · ${texts.table.planLaid}` };
}

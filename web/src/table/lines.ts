/** The lines of the log: a moment each, but a way of many steps is one line, and a turn that has ended is one that opens. */

import type { Moment } from '../scene';
import { turnsOf } from './turns';

export interface Line {
  first: number; // which moments it tells, counted from 0
  last: number;
  seat: number | 'chance';
  words: string;
  after: string[]; // what happened by itself then, a sentence each
  steps?: number; // of a turn: the lines that it has
  within?: boolean; // a line of such a turn
  folded?: boolean; // which is not opened
}

/** The piece that a moment moves by one place, and from where to where; null if it is not such a step. */
function stepOf({ trails }: Moment): { piece: string; from: string; to: string } | null {
  const [only, ...others] = Object.entries(trails);
  if (!only || others.length || only[1].length !== 2) return null;
  return { piece: only[0], from: only[1][0]!, to: only[1][1]! };
}

const beginning = (words: string): string => words.slice(0, words.lastIndexOf(' ') + 1);

/** Whether somebody's piece goes on by one more place, and nothing else is said of it but where to. */
function goesOn(before: Moment, moment: Moment): boolean {
  const [was, is] = [stepOf(before), stepOf(moment)];
  return (
    was !== null &&
    is !== null &&
    before.seat === moment.seat &&
    was.piece === is.piece &&
    was.to === is.from &&
    beginning(before.words) === beginning(moment.words)
  );
}

/** Where the way began that a moment is the last step of; the moment itself, if it is none. */
export function wayTo(moments: readonly Moment[], last: number): number {
  let first = last;
  while (first > 0 && goesOn(moments[first - 1]!, moments[first]!)) first--;
  return first;
}

export function linesOf(moments: readonly Moment[]): Line[] {
  const lines: Line[] = [];
  for (const [k, moment] of moments.entries()) {
    const line = lines.at(-1);
    if (line && goesOn(moments[k - 1]!, moment)) {
      line.last = k;
      line.words += `, ${moment.words.slice(beginning(moment.words).length)}`;
    } else {
      const [words = '', ...after] = moment.words.split(/\. (?=[A-Z])/);
      lines.push({ first: k, last: k, seat: moment.seat, words, after });
    }
  }
  return lines;
}

/**
 * Turns of others that have ended with several lines, as one each with its lines folded in or, once opened, below it.
 * Who has no seat, with an empty list, sees all turns so; without a list none is.
 */
export function rowsOf(
  lines: readonly Line[],
  moments: readonly Moment[],
  mine: readonly number[] | null,
  opened: ReadonlySet<number>,
): Line[] {
  if (!mine) return [...lines];
  const rows: Line[] = [];
  let k = 0;
  for (const { first, last, seat, words } of turnsOf(moments)) {
    while (k < lines.length && lines[k]!.first < first) rows.push(lines[k++]!);
    const inside: Line[] = [];
    while (k < lines.length && lines[k]!.last <= last) inside.push(lines[k++]!);
    if (inside.length < 2 || (seat !== null && mine.includes(seat))) rows.push(...inside);
    else {
      rows.push({ first, last, seat: seat ?? 'chance', words, after: [], steps: inside.length });
      rows.push(...inside.map((line) => ({ ...line, within: true, folded: !opened.has(first) })));
    }
  }
  return [...rows, ...lines.slice(k)];
}

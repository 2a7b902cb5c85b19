/** What a screen reader is told of a table. */
import { expect, test } from 'vitest';
import type { Moment } from '../src/scene';
import { announced } from '../src/table/saying';

const moment = (ply: number, seat: number | 'chance', words: string, turn?: Moment['turn']): Moment =>
  ({ ply, seat, words, turn, trails: {}, marks: [] }) as unknown as Moment;
const store = (past: Moment[]) => ({ past, names: ['you', 'Ada'], mine: [0] });

test('another’s turn is one sentence, said when it has ended', () => {
  const begun = [moment(0, 'chance', 'Cobalt rolls 5 and 2'), moment(1, 1, 'Cobalt 1 goes to c7')];
  expect(announced(store(begun), 'Ada is to move.')).toBe('');
  const turn = { first: 0, words: 'Cobalt brings in two Martians' } as Moment['turn'];
  const ended = [...begun, moment(2, 1, 'Cobalt 2 goes to b7', turn)];
  expect(announced(store(ended), 'Ada is to move.')).toBe('Ada brings in two Martians');
});

test('one’s own turn is told as it goes', () => {
  const rolled = [moment(0, 'chance', 'Rust rolls 5 and 2')];
  expect(announced(store(rolled), null)).toBe('You roll 5 and 2. your turn');
});

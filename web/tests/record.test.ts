/** Figures of one's own games. */
import { expect, test } from 'vitest';
import { ANYTHING, queryOf, spans } from '../src/people/record';

const WEEK = 7 * 24 * 3600 * 1000;
const week = (number: number, won: number) => ({ since: number * WEEK, won, drawn: 0, lost: 1, shared: 0 });

test('weeks without a game are there too', () => {
  const found = spans([week(10, 2), week(13, 1)]);
  expect(found.map(({ won, lost }) => [won, lost])).toEqual([
    [2, 1],
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('many weeks are put together, and none is lost', () => {
  const found = spans([week(0, 1), week(30, 2), week(99, 4)], 26);
  expect(found).toHaveLength(25);
  expect(found[0]!.weeks).toBe(4);
  expect(found.reduce((sum, { won }) => sum + won, 0)).toBe(7);
  expect(found.at(-1)!.won).toBe(4);
  expect(spans([])).toEqual([]);
});

test('only what matters is asked for', () => {
  expect(queryOf(ANYTHING)).toBe('');
  expect(queryOf({ ...ANYTHING, text: 'Zoë & co', days: '30' })).toBe('text=Zo%C3%AB+%26+co&days=30');
});

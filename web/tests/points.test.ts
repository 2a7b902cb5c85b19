/** Who has won a series, as its last card says it. */
import { expect, test } from 'vitest';
import type { Series } from '../src/api';
import { wonBy, written } from '../src/series/points';

const player = (name: string, seat: number, rank: number, total: number) => ({ name, seat, rank, total, points: [] });
const series = (over: boolean, ...players: ReturnType<typeof player>[]) => ({ over, players }) as unknown as Series;

test('points are written with halves', () => {
  expect([0, 0.5, 1, 3.5, 12].map(written)).toEqual(['0', '½', '1', '3½', '12']);
});

test('the last card names who has won the series', () => {
  const two = [player('Ann', 0, 1, 3.5), player('Bob', 1, 2, 1.5)];
  expect(wonBy(series(false, ...two), 0)).toBeNull();
  expect(wonBy(series(true, ...two), 0)).toBe('You win the series, with 3½ points.');
  expect(wonBy(series(true, ...two), 1)).toBe('Ann wins the series, with 3½ points.');
  const three = [player('Ann', 0, 1, 4), player('Bob', 1, 1, 4), player('Cy', 2, 3, 1)];
  expect(wonBy(series(true, ...three), null)).toBe('Ann and Bob share the series, with 4 points each.');
  expect(wonBy(series(true, ...three), 1)).toBe('You and Ann share the series, with 4 points each.');
});

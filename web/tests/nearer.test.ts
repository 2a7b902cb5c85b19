import { expect, test } from 'vitest';
import { covers, fitted, nearer } from '../src/boards/fitting';
import type { Vector } from '../src/boards/spatial';

const FREE = { side: 1, top: 1, bottom: 1 };
const board: Vector[] = [-4, 4].flatMap((x) => [-4, 4].map((z): Vector => [x, 0, z]));
const look = (points: Vector[]) => fitted(points, [0, 10, 8], 40, 1.5, FREE);

test('the eye comes nearer to what matters, towards it, and never too near', () => {
  const whole = look(board);
  const corner = nearer(
    [
      [3, 0, 3],
      [4, 0, 4],
    ],
    board,
    whole,
    0.8,
  );
  expect(corner.away).toBeCloseTo(whole.away * 0.8);
  expect(corner.at[0]).toBeGreaterThan(whole.at[0] + 2);
  expect(nearer(board, board, whole, 0.8)).toEqual(whole);
});

test('the eye stays where it sees about the same', () => {
  const whole = look(board);
  expect(covers(whole, { ...whole, away: whole.away * 1.05 })).toBe(true);
  expect(covers(whole, { ...whole, away: whole.away * 1.4 })).toBe(false);
  expect(covers(whole, { ...whole, at: [whole.at[0] + 5, 0, 0] })).toBe(false);
});

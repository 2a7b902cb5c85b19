import { expect, test } from 'vitest';
import { daily, dayOf, streakOf } from '../src/puzzles/solved.svelte';

test('days are counted as the command line counts them', () => {
  const numbers = [0, 1, 2, 3, 4, 5, 6];
  const of = (day: string): number => daily(numbers, dayOf(Date.parse(`${day}T23:59:59Z`)));
  expect(['2026-01-01', '2026-01-08', '2026-11-16', '2028-02-29'].map(of)).toEqual([0, 0, 4, 5]);
});

test('a streak ends with today, or with yesterday while today is still to come', () => {
  expect(streakOf([], 9)).toBe(0);
  expect(streakOf([7, 8, 9], 9)).toBe(3);
  expect(streakOf([5, 7, 8], 9)).toBe(2);
  expect(streakOf([6, 7], 9)).toBe(0);
});

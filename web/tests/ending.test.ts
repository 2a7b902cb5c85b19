/** What the end of a game is told with. */
import { expect, test } from 'vitest';
import type { AnalysisPoint, Level, TableSeat } from '../src/api';
import type { Ground, Moment, Scene } from '../src/scene';
import { atEachLevel, costliest, nextLevel, turningPoint, winning } from '../src/story/ending';

const point = (ply: number, mine: number, kind: 'luck' | 'skill', change = 0): AnalysisPoint => ({
  ply,
  evaluation: [mine, 1 - mine],
  kind,
  change: [change, -change],
  costly: false,
});
const GAME = [
  point(0, 0.5, 'luck'),
  point(1, 0.45, 'skill', -0.05),
  point(2, 0.8, 'luck', 0.35),
  point(3, 0.7, 'skill', -0.1),
];

test('the game turned where the chances changed most', () => {
  expect(turningPoint(GAME, 0)?.ply).toBe(2);
  expect(turningPoint(GAME.slice(0, 1), 0)).toBeNull();
});

test('the costliest decision is one’s own, and a decision', () => {
  const seatOf = (ply: number) => (['chance', 0, 'chance', 1] as const)[ply];
  expect(costliest(GAME, 0, seatOf)?.ply).toBe(1);
  expect(costliest(GAME.slice(2), 0, seatOf)).toBeNull();
});

test('what won is what the winner’s last decision was about, else a piece that stands there', () => {
  const scene = { pieces: [{ id: 'a', at: 'p1', seat: 0 }, { id: 'b', at: null, seat: 1 }] } as unknown as Scene; // prettier-ignore
  const ground = { places: [{ id: 'p1' }, { id: 'p2' }] } as unknown as Ground;
  const moments = [
    { seat: 1, marks: ['b', 'p2', 'die:3'] },
    { seat: 'chance', marks: [] },
  ] as unknown as Moment[];
  expect(winning(moments, ground, scene, 1)).toEqual(['p2']);
  expect(winning([], ground, scene, 0)).toEqual(['a']);
  const lost = [...moments, { seat: 0, marks: ['a', 'p1'] }] as unknown as Moment[];
  expect(winning(lost, ground, scene, 1)).toEqual(['p1']); // what the loser lost there
});

test('the next level is above the strongest bot that was beaten, or below it, and only bots have one', () => {
  const levels = [
    ...['novice', 'casual', 'master'].map((name, k) => ({ name, tells: '', rank: k + 1 })),
    { name: 'brought', tells: '', rank: null },
  ] as Level[];
  const seats = (...others: [string, string | null][]): TableSeat[] =>
    [
      { you: true, kind: 'person', level: null },
      ...others.map(([kind, level]) => ({ you: false, kind, level })),
    ] as never;
  const mixed = seats(['bot', 'novice'], ['bot', 'casual']);
  expect(nextLevel(mixed, levels, 'won')).toEqual({ level: 'master', harder: true });
  expect(nextLevel(mixed, levels, 'lost')).toEqual({ level: 'novice', harder: false });
  expect(nextLevel(mixed, levels, 'drawn')).toBeNull();
  expect(nextLevel(seats(['bot', 'master']), levels, 'won')).toBeNull();
  expect(nextLevel(seats(['bot', 'novice']), levels, 'lost')).toBeNull();
  expect(nextLevel(seats(['bot', 'brought']), levels, 'won')).toBeNull();
  expect(nextLevel(seats(['bot', 'novice'], ['person', null]), levels, 'won')).toBeNull();
});

test('how one did at each level stands in their order, without games played against oneself', () => {
  const levels = ['novice', 'casual', 'master'].map((name, k) => ({ name, tells: '', rank: k + 1 })) as Level[];
  const tallies = [
    { level: 'casual', won: 1, drawn: 1, lost: 2, shared: 1 },
    { level: 'brought', won: 1, drawn: 0, lost: 0, shared: 0 },
    { level: 'novice', won: 3, drawn: 0, lost: 0, shared: 0 },
    { level: 'master', won: 0, drawn: 0, lost: 0, shared: 2 },
  ];
  expect(atEachLevel(tallies, levels)).toEqual([
    { level: 'novice', won: 3, drawn: 0, played: 3 },
    { level: 'casual', won: 1, drawn: 1, played: 4 },
  ]);
});

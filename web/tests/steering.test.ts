import { expect, it } from 'vitest';
import type { Place } from '../src/scene';
import { step, WAYS } from '../src/steering';

const place = (id: string, x: number, y: number, near?: string[]): Place => ({
  id,
  name: id,
  kind: '',
  at: [x, y],
  outline: [],
  ...(near ? { near } : {}),
});
const grid = new Map([0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [`${x}${y}`, place(`${x}${y}`, x, y)] as const)));

it('goes to the neighbour in each direction', () => {
  expect(step(grid, '11', WAYS.ArrowUp!)).toBe('10');
  expect(step(grid, '11', WAYS.ArrowDown!)).toBe('12');
  expect(step(grid, '11', WAYS.ArrowLeft!)).toBe('01');
  expect(step(grid, '11', WAYS.ArrowRight!)).toBe('21');
});
it('stops at the edge', () => expect(step(grid, '00', WAYS.ArrowUp!)).toBeNull());
it('finds its way between hexes', () => {
  const hexes = new Map(
    [place('a', 0, 0), place('b', 0.5, 0.9), place('c', -0.5, 0.9), place('d', 1, 0)].map((p) => [p.id, p]),
  );
  expect(['b', 'c']).toContain(step(hexes, 'a', WAYS.ArrowDown!));
  expect(step(hexes, 'a', WAYS.ArrowRight!)).toBe('d');
});
it('prefers named neighbours', () => {
  const levels = new Map(
    [place('a', 0, 0, ['far']), place('close', 0.2, -1), place('far', 0, -5)].map((p) => [p.id, p]),
  );
  expect(step(levels, 'a', WAYS.ArrowUp!)).toBe('far');
});
it('begins somewhere', () => expect(step(grid, 'nowhere', WAYS.ArrowUp!)).toBe('00'));

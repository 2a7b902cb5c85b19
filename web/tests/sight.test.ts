import { expect, test } from 'vitest';
import { bestSight, freeOf } from '../src/table/sight';

const room = { width: 100, height: 80 };
const far = { x: [-200, 300], y: [-200, 300] } as const; // how far the view can go
const box = (x: number, y: number, weight = 1) => ({ x, y, width: 10, height: 10, weight });

test('a view that has everything stays', () => {
  expect(bestSight([box(10, 10), box(80, 60)], room, far)).toEqual({ x: 0, y: 0 });
});

test('it goes just as far as it must to have all', () => {
  expect(bestSight([box(50, 10), box(120, 10)], room, far)).toEqual({ x: 35, y: 0 });
  expect(bestSight([box(50, -30)], room, far)).toEqual({ x: 0, y: -35 });
});

test('where not all have room most are seen, and before them what is asked for', () => {
  const many = [box(-150, 10), box(150, 10), box(160, 10), box(170, 10)];
  expect(bestSight(many, room, far).x).toBe(85);
  expect(bestSight([...many, box(-180, 70, 1000)], room, far)).toEqual({ x: -185, y: 5 });
});

test('it goes no farther than the board, and what lies at its edge counts as seen there', () => {
  expect(bestSight([box(300, 10)], room, { x: [-200, 210], y: [0, 0] })).toEqual({ x: 210, y: 0 });
});

test('fractions of a pixel do not count', () => {
  const at = { x: -146.18, y: 672.65, width: 0.1, height: 0.2 };
  expect(bestSight([box(50, 50), { ...at, weight: 1000 }], { width: 360.1, height: 380.7 }, far).y).toBeCloseTo(297.15);
});

test('of what is larger than the view its middle is seen', () => {
  expect(bestSight([{ x: 100, y: 10, width: 200, height: 10 }], room, far)).toEqual({ x: 100, y: 0 });
});

test('what may not lie over something goes where there is nothing, if there is such a place', () => {
  expect(freeOf([box(0, 0), box(50, 0)], [box(5, 5)])).toEqual(box(50, 0));
  expect(freeOf([box(0, 0)], [box(5, 5)])).toBeUndefined();
});

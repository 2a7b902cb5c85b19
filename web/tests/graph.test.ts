import { describe, expect, it } from 'vitest';
import type { AnalysisPoint } from '../src/api';
import { plyAt, points, shaped, ticks, xOf } from '../src/story/graph';

const judged = (ply: number, ann: number, kind: 'luck' | 'skill', change: number, costly = false): AnalysisPoint => ({
  ply,
  evaluation: [ann, 1 - ann],
  kind,
  change: [change, kind === 'luck' ? -change : 0],
  costly,
  best: null,
});

describe('the graph of how it stood', () => {
  const all = [judged(0, 0.5, 'luck', 0.1), judged(1, 0.25, 'skill', -0.2, true), judged(2, 1, 'luck', 0)];
  const frame = { width: 300, height: 100, bars: 40, gap: 10 };
  const shape = shaped(all, 3, 0, (ply) => (ply === 1 ? 0 : 'chance'), frame);

  it('has a line for each seat, a win at the top', () => {
    expect(shape.lines).toEqual(['M100 50L200 75L300 0', 'M100 50L200 25L300 100']);
    expect(shape.area).toBe('M100 50L200 75L300 0V100H100Z');
  });
  it('has luck and skill as bars up and down from the middle, the largest over half the height', () => {
    expect(shape.most).toBe(0.2);
    expect(shape.bars.map(({ y, height, kind }) => [y, height, kind])).toEqual([
      [120, 10, 'luck'],
      [130, 20, 'skill'],
    ]);
  });
  it('marks costly decisions on the line of who made them', () => {
    expect(shape.dots).toEqual([{ x: 200, y: 75, ply: 1, seat: 0 }]);
  });
  it('finds the moment that somebody points at', () => {
    expect([-5, 90, 160, 999].map((x) => plyAt(x, 3, 300))).toEqual([0, 1, 2, 3]);
    expect(xOf(2, 4, 300)).toBe(150);
  });
  it('writes changes in points, with their sign', () => {
    expect([0.1234, -0.034, 0.0001, -0.3].map(points)).toEqual(['+12', '−3.4', '0', '−30']);
  });
  it('has round numbers below, and the last moment', () => {
    expect(ticks(166, 840)).toEqual([0, 25, 50, 75, 100, 125, 150, 166]);
    expect(ticks(7, 840)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

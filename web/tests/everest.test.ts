import { describe, expect, it } from 'vitest';
import { mountain, slopesOf } from '../src/boards/everest/mountain';
import { course, framesOf, happenings } from '../src/boards/everest/story';
import type { Ground, Place } from '../src/scene';
import { paceOf } from '../src/table/pacing';

const HEIGHTS = ['11111111', '12333321', '.245542.', '.245542.', '12333321', '11111111'];
const heightAt = (x: number, y: number): number => Number(HEIGHTS[y]?.[x] ?? 0) || 0;
/** As the server tells it: the peak, and the sides with a cliff. */
function kindOf(x: number, y: number): string {
  const around = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
  const cliffs = Object.entries(around).filter(([, [dx, dy]]) => {
    const below = heightAt(x + dx!, y + dy!);
    return below && heightAt(x, y) - below >= 2;
  });
  const kind = heightAt(x, y) === 5 ? 'peak' : `height ${heightAt(x, y)}`;
  return cliffs.length ? `${kind}, cliffs ${cliffs.map(([way]) => way).join('')}` : kind;
}
const places = HEIGHTS.flatMap((row, y) =>
  [...row].flatMap((height, x): Place[] =>
    height === '.'
      ? []
      : [
          {
            id: `square:${'abcdefgh'[x]}${y + 1}`,
            name: '',
            kind: kindOf(x, y),
            at: [x + 0.5, y + 0.5],
            outline: [],
            label: height,
          },
        ],
  ),
);
const ground: Ground = { size: [8, 6], places };

describe('the mountain', () => {
  it('has hachures on all sixteen cliff edges, in relief and from above', () => {
    for (const flat of [false, true]) {
      const edges = mountain(ground, flat).squares.flatMap(({ strokes, over }) => [...strokes, ...over]);
      expect(edges.filter(({ kind }) => kind.startsWith('hachures'))).toHaveLength(16);
    }
  });

  it('is rimmed with gold around the peak', () => {
    const strokes = mountain(ground, false).squares.flatMap((square) => square.strokes);
    expect(strokes.filter(({ kind }) => kind === 'gold')).toHaveLength(8);
  });

  it('is painted from the back to the front', () => {
    const order = mountain(ground, false).squares.map(({ id }) => id);
    expect(order.indexOf('square:d2')).toBeLessThan(order.indexOf('square:d3'));
  });
});

describe('a round as it happened', () => {
  const drawn = mountain(ground, false);
  const trails = {
    'yeti:0': ['square:a1', 'square:b1'],
    'event:1': ['beat', '1'],
    'event:2': ['move', 'yeti:0', 'square:a1', 'square:b1'],
    'event:3': ['throw', 'yeti:1', 'square:c1', 'square:c2'],
    'event:4': ['push', 'yeti:1', 'square:c1', 'off'],
    'event:5': ['hurt', 'yeti:1'],
  };
  const before = new Map(['a1', 'c1'].map((name, seat) => [`yeti:${seat}`, drawn.at(`square:${name}`)!.middle]));

  it('moves every yeti in its time and lets snowballs fly in between', () => {
    const { ways, effects } = course(slopesOf(drawn), happenings(trails), before, 2000);
    const offsets = framesOf(ways.get('yeti:0')!).map(({ offset }) => offset as number);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(framesOf(ways.get('yeti:1')!).at(-1)).toMatchObject({ opacity: 0, offset: 1 });
    expect(effects.map(({ kind }) => kind)).toEqual(['beat', 'snowball', 'puff', 'stars']);
  });

  it('takes longer than a single move', () => {
    const scene = { caption: '', pieces: [], items: [], seats: [] };
    const moment = { ply: 0, seat: 0, decision: {}, words: '', marks: [], trails, scene };
    expect(paceOf(moment, 0, false).duration).toBe(5 * 420);
    expect(paceOf(moment, 0, true).duration).toBe(0);
  });
});

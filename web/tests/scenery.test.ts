import { expect, test } from 'vitest';
import { seaOf } from '../src/boards/sailboat-regatta/sea';
import { coastOf } from '../src/boards/yaz/coast';
import { landOf } from '../src/boards/yaz/land';
import type { Ground, Place, Point } from '../src/scene';

const place = (id: string, kind: string, at: Point): Place => ({ id, name: id, kind, at, outline: [] });

/** A course of rows of signs, as the rules write it. */
function course(...rows: string[]): Ground {
  const kinds: Record<string, string> = { '#': 'island', B: 'buoy', F: 'pawn' };
  const winds = ['wild', 'brisk', 'steady', 'steady', 'brisk', 'wild'];
  const places = rows.flatMap((row, y) =>
    [...row].flatMap((sign, x) =>
      sign === '.'
        ? []
        : [
            place(`space:${String.fromCharCode(97 + x)}${y + 1}`, kinds[sign] ?? `${winds[Number(sign)]}-${sign}`, [
              210 + 60 * x + 30,
              24 + 60 * y + 30,
            ]),
          ],
    ),
  );
  return { size: [420 + 60 * rows[0]!.length, 48 + 60 * rows.length], places };
}

test('a course is drawn in tiles from its own corner, also where that is out of bounds', () => {
  const sea = seaOf(course('..4455', '..4455', '33##11', '33##1B'));
  expect([sea.x, sea.y, sea.width, sea.height]).toEqual([210, 24, 360, 240]);
  expect(sea.tiles.map(({ value }) => value).toSorted()).toEqual([1, 3, 4, 5]);
  expect(sea.island).toEqual([[330, 144]]);
  expect(sea.buoys).toEqual([[210 + 5.5 * 60, 24 + 3.5 * 60]]);
  expect(sea.waves.wild.match(/M/g)).toHaveLength(4 * 5); // of the five
  expect(sea.waves.brisk.match(/M/g)).toHaveLength(2 * 4 * 3); // of the one and the four
  expect(sea.waves.steady.match(/M/g)).toHaveLength(4); // of the three
});

test('columns and rows are named where the course begins', () => {
  const sea = seaOf(course('..44', '..44', '33##', '33##'));
  expect(sea.columns.map(({ text, x }) => [text, x])).toEqual([
    ['c', 210 + 2.5 * 60],
    ['d', 210 + 3.5 * 60],
    ['a', 210 + 0.5 * 60],
    ['b', 210 + 1.5 * 60],
  ]);
  expect(sea.rows.map(({ text, y }) => [text, y])).toEqual([
    ['1', 24 + 0.5 * 60],
    ['2', 24 + 1.5 * 60],
    ['3', 24 + 2.5 * 60],
    ['4', 24 + 3.5 * 60],
  ]);
  expect(sea.rows[0]!.x).toBeLessThan(210 + 2.5 * 60); // at the third space, where the row has its first
  expect(sea.rows[0]!.x).toBeGreaterThan(210 + 2 * 60);
});

test('an island has one closed shore, however it bends', () => {
  const sea = seaOf(course('####11', '####11', '22##11', '22##11'));
  expect(sea.shore.match(/M/g)).toHaveLength(1);
  expect(sea.shore.match(/Q/g)).toHaveLength(16); // a corner or middle for each edge of the outline
  expect(sea.shore.endsWith('Z')).toBe(true);
  const ringed = seaOf(course('######', '######', '##11##', '##11##', '######', '######'));
  expect(ringed.shore.match(/M/g)).toHaveLength(2); // the shore and the lagoon
});

test('scenery is the same every time', () => {
  const fen: Ground = {
    size: [300, 300],
    places: ['mud', 'muck', 'mire'].map((kind, k) => place(`hex:${'abc'[k]}1`, kind, [60 * k + 60, 60])),
  };
  expect(landOf(fen)).toEqual(landOf(fen));
  expect(landOf(fen).terraces.map(({ kind }) => kind)).toEqual(['muck', 'mud']);
  expect(landOf(fen).letters.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  const sea = course('1122', '1122', '##33', '##33');
  expect(seaOf(sea)).toEqual(seaOf(sea));
});

test('the line around hexes goes round islands and lakes', () => {
  const corners = Array.from({ length: 6 }, (_, k): Point => {
    const angle = ((60 * k - 90) * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const [across, down] = [Math.sqrt(3) * 10, 15];
  const ring: Point[] = [
    [across, 0],
    [across / 2, down],
    [-across / 2, down],
    [-across, 0],
    [-across / 2, -down],
    [across / 2, -down],
  ];
  expect(coastOf([[0, 0]], corners, 10).map((loop) => loop.length)).toEqual([6]);
  expect(
    coastOf(ring, corners, 10)
      .map((loop) => loop.length)
      .toSorted((a, b) => a - b),
  ).toEqual([6, 18]);
  expect(coastOf([...ring, [0, 0]], corners, 10).map((loop) => loop.length)).toEqual([18]);
});

import { expect, test } from 'vitest';
import type { Sketched, Stroke } from '../src/api';
import { fitOf, next, placed, polygon } from '../src/draw/fit';
import { drawingIn } from '../src/draw/sharing';
import { Sketchbook } from '../src/draw/sketchbook.svelte';
import type { Point } from '../src/scene';

/** A server that paints single letters, and refuses x. */
function server(): { draw: ConstructorParameters<typeof Sketchbook>[0]; asked: number } {
  const here = {
    asked: 0,
    draw: async (value: string, { strokes = [], width }: { strokes?: Stroke[]; width?: number }) => {
      here.asked += 1;
      await Promise.resolve();
      let signs = [...value];
      for (const { column, sign } of strokes) {
        if (sign === 'x') throw new Error('there is no brush x');
        signs[column] = sign;
      }
      if (width) signs = Array.from({ length: width }, (_, k) => signs[k] ?? '.');
      const cells = signs.map((sign, column) => ({ row: 0, column, sign, id: `${column}`, name: `${column}` }));
      return { text: signs.join(''), cells, lacks: null } as unknown as Sketched;
    },
  };
  return here;
}

const stroke = (column: number, sign: string): Stroke => ({ row: 0, column, sign });
const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));

test('a gesture of many strokes is one step to undo, and can be had again', async () => {
  const { draw } = server();
  const book = new Sketchbook(draw);
  await book.open('....');
  expect(book.past).toEqual([]);
  book.begin();
  for (const column of [0, 1, 2]) book.paint(stroke(column, 'o'));
  await settled();
  expect(book.now!.text).toBe('ooo.');
  expect(book.wet).toEqual([]);
  book.begin();
  book.paint(stroke(3, '#'));
  await settled();
  expect(book.past).toEqual(['....', 'ooo.']);
  await book.undo();
  expect(book.now!.text).toBe('ooo.');
  await book.undo();
  expect(book.now!.text).toBe('....');
  await book.undo();
  expect(book.now!.text).toBe('....');
  await book.redo();
  await book.redo();
  expect(book.now!.text).toBe('ooo#');
  await book.undo();
  book.begin();
  book.paint(stroke(0, '#'));
  await settled();
  expect(book.future).toEqual([]);
});

test('strokes that come while others are painted go together, and what is there is not painted again', async () => {
  const here = server();
  const book = new Sketchbook(here.draw);
  await book.open('......');
  book.begin();
  book.paint(stroke(0, '.'));
  for (const column of [1, 2, 3, 3, 4]) book.paint(stroke(column, 'o'));
  await settled();
  expect(book.now!.text).toBe('.oooo.');
  expect(here.asked).toBe(2);
});

test('what is refused leaves the drawing as it was', async () => {
  const book = new Sketchbook(server().draw);
  await book.open('...');
  book.begin();
  book.paint(stroke(0, 'x'));
  await settled();
  expect([book.now!.text, book.problem, book.wet]).toEqual(['...', 'there is no brush x', []]);
  await book.resize({ width: 4 });
  expect([book.now!.text, book.problem]).toEqual(['....', null]);
  await book.undo();
  expect(book.now!.text).toBe('...');
});

test('places that are not drawn are found from those that are', () => {
  const at: Point[] = [
    [0.5, 0.5],
    [3.5, 0.5],
    [0.5, 2.5],
  ];
  const fit = fitOf(at.map(([x, y]) => ({ at: [x, y], seen: [20 * x + 7, 20 * y + 9] })))!;
  expect(placed(fit, [2.5, 1.5]).map(Math.round)).toEqual([57, 39]);
  expect(polygon(fit, [[0, 0]])).toBe('7.0,9.0');
  const row = fitOf([
    { at: [1, 1], seen: [10, 40] },
    { at: [2, 1], seen: [20, 40] },
  ])!;
  expect(placed(row, [3, 2])).toEqual([30, 50]);
  expect(fitOf([{ at: [1, 1], seen: [1, 1] }])).toBeNull();
});

test('arrow keys go to the nearest place that way, also among hexes', () => {
  const cells = [
    { id: 'a', at: [0, 0] as Point },
    { id: 'b', at: [2, 0] as Point },
    { id: 'c', at: [1, 1.7] as Point },
    { id: 'd', at: [3, 1.7] as Point },
  ];
  expect(next(cells, cells[0]!, 'ArrowRight')?.id).toBe('b');
  expect(next(cells, cells[0]!, 'ArrowDown')?.id).toBe('c');
  expect(next(cells, cells[0]!, 'ArrowUp')).toBeUndefined();
  expect(next(cells, cells[0]!, 'a')).toBeUndefined();
});

test('a drawing comes back out of its link', () => {
  expect(drawingIn(new URLSearchParams(`is=${encodeURIComponent('.o#|###')}`))).toBe('.o#\n###');
  expect(drawingIn(new URLSearchParams(''))).toBeNull();
});

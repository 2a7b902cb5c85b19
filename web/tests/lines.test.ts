import { describe, expect, it } from 'vitest';
import type { Moment, Scene } from '../src/scene';
import { linesOf, wayTo } from '../src/table/lines';

const scene = { caption: '', pieces: [], items: [], seats: [] } as Scene;
let ply = 0;
function moment(seat: number, words: string, trails: Record<string, string[]> = {}): Moment {
  return { ply: ply++, seat, decision: {}, words, marks: [], trails, scene };
}
const step = (seat: number, piece: string, from: string, to: string): Moment =>
  moment(seat, `${piece} goes to ${to}`, { [piece]: [`hex:${from}`, `hex:${to}`] });

describe('the lines of the log', () => {
  const moments = [
    step(0, 'Skadingle', 'a1', 'a2'),
    step(0, 'Skadingle', 'a2', 'a3'),
    step(0, 'Skadingle', 'a3', 'b3'),
    moment(0, 'Skadingle stops'),
    step(0, 'Tarnose', 'c1', 'c2'),
    step(1, 'Tarnose', 'c2', 'c3'),
  ];

  it('tell a way of many steps in one', () => {
    expect(linesOf(moments).map(({ first, last, words }) => [first, last, words])).toEqual([
      [0, 2, 'Skadingle goes to a2, a3, b3'],
      [3, 3, 'Skadingle stops'],
      [4, 4, 'Tarnose goes to c2'],
      [5, 5, 'Tarnose goes to c3'],
    ]);
  });
  it('find where a way began, so that it is taken back as one', () => {
    expect([0, 1, 2, 3, 4, 5].map((last) => wayTo(moments, last))).toEqual([0, 0, 0, 3, 4, 5]);
  });
  it('keep moves apart of which more is said than where to', () => {
    const sails = [
      moment(0, 'Rust 1 sails with the 3, to g9', { boat: ['h9', 'g9'] }),
      moment(0, 'Rust 1 sails with the 4, to f9', { boat: ['g9', 'f9'] }),
    ];
    expect(linesOf(sails)).toHaveLength(2);
  });
  it('set off what happened by itself, a sentence each', () => {
    const [line] = linesOf([moment(1, 'Cobalt lays the 2. Rust moves from a2 to c2. Cobalt is put home on h5')]);
    expect([line!.words, line!.after]).toEqual([
      'Cobalt lays the 2',
      ['Rust moves from a2 to c2', 'Cobalt is put home on h5'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Moment } from '../src/scene';
import { linesOf, rowsOf } from '../src/table/lines';
import { ghostsOf, othersTurns, turnsOf } from '../src/table/turns';

const moment = (ply: number, seat: number | 'chance', words: string, more: Partial<Moment> = {}): Moment =>
  ({ ply, seat, words, decision: {}, marks: [], trails: {}, scene: {}, ...more }) as Moment;

const game = [
  moment(0, 'chance', 'Rust rolls 5 and 2'),
  moment(1, 0, 'Rust 1 enters', { turn: { first: 0, words: 'Rust brought in a Martian' } }),
  moment(2, 'chance', 'Cobalt rolls 6 and 1'),
  moment(3, 1, 'Cobalt 1 goes to c3', { trails: { 'martian:1.1': ['square:a3', 'square:c3'] } }),
  moment(4, 1, 'Rust 1 is pushed', {
    trails: { 'martian:0.1': ['square:c3', 'square:c4'], 'event:1': ['bang'] },
    turn: { first: 2, words: 'Cobalt moved Martian 1 and pushed Rust 1 back 1' },
  }),
  moment(5, 'chance', 'Rust rolls 3 and 3'),
];
const scene = {
  pieces: [
    { id: 'martian:1.1', seat: 1 },
    { id: 'martian:0.1', seat: 0 },
  ],
} as Moment['scene'];

describe('turns', () => {
  it('are told once they have ended', () => {
    expect(turnsOf(game).map(({ first, last, seat }) => [first, last, seat])).toEqual([
      [0, 1, 0],
      [2, 4, 1],
    ]);
  });

  it('of the others are those since one’s own, until one decides', () => {
    expect(othersTurns(game, [0]).map(({ words }) => words)).toEqual([
      'Cobalt moved Martian 1 and pushed Rust 1 back 1',
    ]);
    expect(othersTurns([...game, moment(6, 0, 'Rust 1 goes on')], [0])).toEqual([]);
    expect(othersTurns(game, [1])).toEqual([]);
  });

  it('that everybody had a part in are the others’, and only the last of them', () => {
    const rounds = [
      moment(0, 0, 'Rust lays'),
      moment(1, 1, 'Cobalt lays', { turn: { first: 0, words: 'Round 1' } }),
      moment(2, 0, 'Rust lays'),
      moment(3, 1, 'Cobalt lays', { turn: { first: 2, words: 'Round 2' } }),
    ];
    expect(othersTurns(rounds, [0]).map(({ words }) => words)).toEqual(['Round 2']);
  });

  it('leave the ways of pieces behind', () => {
    expect(ghostsOf(game, othersTurns(game, [0]), scene)).toEqual([
      { piece: 'martian:1.1', seat: 1, places: ['square:a3', 'square:c3'] },
      { piece: 'martian:0.1', seat: 0, places: ['square:c3', 'square:c4'] },
    ]);
  });

  it('are one line of the log that opens', () => {
    const closed = rowsOf(linesOf(game), game, [0], new Set());
    expect(closed.filter(({ folded }) => !folded).map(({ words, steps }) => [words, steps])).toEqual([
      ['Rust rolls 5 and 2', undefined],
      ['Rust 1 enters', undefined],
      ['Cobalt moved Martian 1 and pushed Rust 1 back 1', 3],
      ['Rust rolls 3 and 3', undefined],
    ]);
    const open = rowsOf(linesOf(game), game, [0], new Set([2]));
    expect(rowsOf(linesOf(game), game, null, new Set())).toEqual(linesOf(game));
    expect(open.filter(({ within, folded }) => within && !folded).map(({ words }) => words)).toEqual([
      'Cobalt rolls 6 and 1',
      'Cobalt 1 goes to c3',
      'Rust 1 is pushed',
    ]);
  });
});

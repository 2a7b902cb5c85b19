import { expect, test } from 'vitest';
import type { Situation } from '../src/api';
import type { Moment, Scene } from '../src/scene';
import { wholeChoices, wholeMoments, wholeScene, wholeSituation } from '../src/table/changes';

const piece = (id: string, at = 'hex:a1') => ({ id, name: id, kind: 'ship', seat: 0, at, spot: null });
const scene: Scene = {
  caption: 'one',
  pieces: [piece('a'), piece('b'), piece('c')],
  items: [],
  seats: [{ line: 'x' }],
  help: 'touch',
};

test('a scene is what is new, and what stays of the one before', () => {
  expect(wholeScene(scene, {})).toEqual(scene);
  const later = wholeScene(scene, { caption: 'two', pieces: [[2, 1], piece('b', 'hex:b2'), [0, 1]], gone: ['help'] });
  expect(later).toEqual({
    caption: 'two',
    pieces: [piece('c'), piece('b', 'hex:b2'), piece('a')],
    items: [],
    seats: [{ line: 'x' }],
  });
  expect(later.pieces[0]).toBe(scene.pieces[2]);
});

const told = { seat: 0, decision: {}, words: '', marks: [], trails: {} };

test('moments are told one after another', () => {
  const moments = wholeMoments([
    { ...told, ply: 0, scene },
    { ...told, ply: 1, changes: { caption: 'two' } },
    { ...told, ply: 2, changes: {} },
  ]);
  expect(moments.map((each) => each.scene.caption)).toEqual(['one', 'two', 'two']);
  expect(moments[2]).toEqual({ ...told, ply: 2, scene: { ...scene, caption: 'two' } });
});

test('choices come as tables', () => {
  const end = { decision: { do: 'end' }, touches: ['button:end'] };
  const table = {
    rows: 3,
    decision: { do: { of: ['move'] }, die: { of: [3, 4], at: [0, 1, 0] }, to: { of: ['a1', 'b2', 'c3'] } },
    touches: [{ field: 'die', kind: 'die:' }, { of: ['x:1'] }, { field: 'to', kind: 'square:' }],
  };
  expect(wholeChoices([table, end])).toEqual([
    { decision: { do: 'move', die: 3, to: 'a1' }, touches: ['die:3', 'x:1', 'square:a1'] },
    { decision: { do: 'move', die: 4, to: 'b2' }, touches: ['die:4', 'x:1', 'square:b2'] },
    { decision: { do: 'move', die: 3, to: 'c3' }, touches: ['die:3', 'x:1', 'square:c3'] },
    end,
  ]);
});

test('a situation is what differs from the one before, and a scene after a moment', () => {
  const threat = { sign: 'fire', piece: 'a', by: [], note: '' };
  const choices = [{ decision: { do: 'end' }, touches: ['button:end'], note: 'known before' }];
  const before = { ply: 4, seat: 1, scene, threats: [threat], choices, shortcuts: [{}] } as unknown as Situation;
  const moments = [{ ...told, ply: 4, scene: { ...scene, caption: 'four' } }] as Moment[];
  const after = { ply: 5, after: 4, changes: { caption: 'five' } };
  expect(wholeSituation(after as never, before, moments)).toEqual({
    ply: 5,
    seat: 1,
    scene: { ...scene, caption: 'five' },
    threats: [],
    choices: [{ decision: { do: 'end' }, touches: ['button:end'] }],
    shortcuts: [],
  });
  expect(wholeSituation({ laying: [1] }, before, moments).threats, 'the same ply').toEqual([threat]);
});

import { expect, test } from 'vitest';
import type { Situation, Table } from '../src/api';
import { lookerOf } from '../src/table/covering.svelte';

const table = { you: [0, 1], state: 'playing', seats: [{ kind: 'person' }, { kind: 'person' }] } as unknown as Table;
const situation = (more: object): Situation =>
  ({ to_move: 0, laying: [], announced: null, ...more }) as unknown as Situation;

test('whose turn it is looks', () => {
  expect(lookerOf(table, situation({}))).toEqual({ seat: 0, why: 'turn of 0', asked: false });
  expect(lookerOf(table, situation({ to_move: 'chance' }))).toBeNull();
  expect(lookerOf({ ...table, you: [0] }, situation({}))).toBeNull();
});

test('who could answer an attack looks, whether or not he is asked, and again at the next attack', () => {
  const attack = (until: number, seat: number | null) =>
    lookerOf(
      table,
      situation({ to_move: seat ?? 'chance', seat, announced: { answers: 1, until, seat: 0, words: '' } }),
    );
  expect(attack(5, null)).toEqual({ seat: 1, why: 'attack 5', asked: true });
  expect(attack(5, 1)).toEqual(attack(5, null));
  expect(attack(9, null)).not.toEqual(attack(5, null));
  const bot = { ...table, seats: [{ kind: 'person' }, { kind: 'bot' }] } as unknown as Table;
  expect(lookerOf(bot, situation({ announced: { answers: 1, until: 5, seat: 0, words: '' } }))).toBeNull();
});

import { expect, test } from 'vitest';
import type { Situation } from '../src/api';
import { withExtras } from '../src/table/extras';

const choices = [
  { decision: { do: 'step', hex: 'a1' }, touches: ['hex:a1'] },
  { decision: { do: 'step', hex: 'a2' }, touches: ['hex:a2'] },
];
const threat = { sign: 'fire', piece: 'a', by: [], note: '' };
const situation = { ply: 4, seat: 1, choices, shortcuts: [], threats: [] } as unknown as Situation;
const way = { name: 'S1 to b2', tells: '', decisions: [{ do: 'step' }], touches: ['hex:b2'] };
const extras = { ply: 4, seat: 1, previews: [{ note: '1 step', steps: 1 }, {}], shortcuts: [way], threats: [threat] };

test('each choice gets its preview, shortcuts stand beside them, and what threatens is known', () => {
  const whole = withExtras(situation, extras);
  expect(whole.choices).toEqual([{ ...choices[0], note: '1 step', steps: 1 }, choices[1]]);
  expect(whole.shortcuts).toEqual([way]);
  expect(whole.threats).toEqual([threat]);
  expect(situation.shortcuts).toEqual([]);
});

test('what is about another situation changes nothing', () => {
  for (const other of [{ ply: 5 }, { seat: 0 }, { previews: [] }])
    expect(withExtras(situation, { ...extras, ...other })).toBe(situation);
});

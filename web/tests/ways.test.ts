import { expect, test } from 'vitest';
import { narrow, touch, touchable } from '../src/narrowing';
import type { Choice, Moment, Scene, Shortcut } from '../src/scene';
import { sentence } from '../src/sentence';
import { paceOf } from '../src/table/pacing';

const step: Choice = { decision: { do: 'step', hex: 'b1' }, touches: ['yazzite:0.S1', 'hex:b1'], steps: 1 };
const run: Shortcut = {
  name: 'Skadingle 1 to c1',
  tells: '',
  decisions: [
    { do: 'step', hex: 'b1' },
    { do: 'step', hex: 'c1' },
  ],
  touches: ['yazzite:0.S1', 'hex:c1'],
  steps: 2,
};
const formation: Shortcut = { name: 'At random', tells: '', decisions: [{ do: 'bulge', hex: 'a1' }] };

test('a shortcut with touches is a choice of several decisions, one without is not', () => {
  const all = touchable([step], [run, formation]);
  expect(all).toHaveLength(2);
  expect([...narrow(all, ['yazzite:0.S1']).glow]).toEqual(['hex:b1', 'hex:c1']);
  const answer = touch(all, ['yazzite:0.S1'], 'hex:c1', { isPlace: (id) => id.startsWith('hex:'), later: [] });
  expect(answer.kind === 'decided' && answer.choice.decisions).toEqual(run.decisions);
});

test('of several orders the first is said whose things have been touched', () => {
  const asks = { hex: 'choose a hex for {yazzite}|choose a hex' };
  const said = (chosen: string[]): string =>
    sentence(asks, ['hex:b1'], chosen, () => 'Skadingle 1')
      .map(({ text }) => text)
      .join('');
  expect(said(['yazzite:0.S1'])).toBe('Choose a hex for Skadingle 1.');
  expect(said([])).toBe('Choose a hex.');
});

test('a piece that goes on is not waited for', () => {
  const moment = (piece: string): Moment => ({
    ply: 0,
    seat: 1,
    decision: {},
    words: '',
    marks: [],
    trails: { [piece]: ['hex:a1', 'hex:b1'] },
    scene: {} as Scene,
  });
  expect(paceOf(moment('a'), 1, false, moment('a')).pause).toBe(0);
  expect(paceOf(moment('a'), 1, false, moment('b')).pause).toBeGreaterThan(0);
});

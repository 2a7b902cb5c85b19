import { describe, expect, it } from 'vitest';
import { alternatives, back, meant, narrow, touch } from '../src/narrowing';
import type { Choice } from '../src/scene';

const choice = (touches: string[], more: Partial<Choice> = {}): Choice => ({ decision: { touches }, touches, ...more });
const isPlace = (id: string): boolean => id.startsWith('square:');
const inOrder = { isPlace, later: [] };
const freely = { isPlace, later: ['die'] };

const walks = [
  choice(['die:5', 'martian:1', 'square:c3', 'facing:north'], { steps: 2, note: '2 steps' }),
  choice(['die:5', 'martian:1', 'square:c3', 'facing:east'], { steps: 3, note: '2 steps' }),
  choice(['die:5', 'martian:1', 'square:d4', 'facing:east'], { path: ['square:c3', 'square:d4'] }),
  choice(['die:5', 'martian:2', 'square:d4', 'facing:up']),
  choice(['button:end']),
];

describe('narrowing', () => {
  it('lights what can be touched first', () => {
    expect([...narrow(walks, []).glow]).toEqual(['die:5', 'button:end']);
  });

  it('goes on with what agrees with the touches so far', () => {
    const next = narrow(walks, ['die:5', 'martian:1']);
    expect([...next.glow]).toEqual(['square:c3', 'square:d4']);
    expect(next.left).toHaveLength(3);
  });

  it('shows the parts that all notes of a target begin with', () => {
    const grows = [
      choice(['square:h2', 'facing:up'], { note: '3 steps · pushes Cobalt · grows' }),
      choice(['square:h2', 'facing:east'], { note: '3 steps · pushes Cobalt' }),
    ];
    expect(narrow(grows, []).targets.get('square:h2')).toEqual({ note: '3 steps · pushes Cobalt' });
    expect(narrow(grows, ['square:h2']).targets.get('facing:up')?.note).toBe('3 steps · pushes Cobalt · grows');
  });

  it('shows of a target only what all its decisions have in common', () => {
    const { targets } = narrow(walks, ['die:5', 'martian:1']);
    expect(targets.get('square:c3')).toEqual({ note: '2 steps' });
    expect(targets.get('square:d4')).toEqual({ path: ['square:c3', 'square:d4'] });
  });

  it('decides when nothing is left to touch', () => {
    expect(touch(walks, [], 'button:end', inOrder)).toMatchObject({ kind: 'decided', choice: walks[4] });
  });

  it('takes the rest as touched once one decision is left, but never where something goes', () => {
    expect(touch(walks, ['die:5', 'martian:1'], 'square:d4', inOrder)).toMatchObject({
      kind: 'decided',
      choice: walks[2],
    });
    expect(touch(walks, ['die:5'], 'martian:2', inOrder)).toEqual({ kind: 'narrowed', chosen: ['die:5', 'martian:2'] });
  });

  it('lets go of what is touched again, with everything after it', () => {
    const chosen = ['die:5', 'martian:1', 'square:c3'];
    expect(touch(walks, chosen, 'martian:1', inOrder)).toEqual({ kind: 'narrowed', chosen: ['die:5'] });
  });

  it('takes another of the same kind instead', () => {
    const answer = touch(walks, ['die:5', 'martian:1'], 'martian:2', inOrder);
    expect(answer).toEqual({ kind: 'narrowed', chosen: ['die:5', 'martian:2'] });
    expect(alternatives(walks, ['die:5', 'martian:1'])).toEqual(
      new Set(['die:5', 'button:end', 'martian:1', 'martian:2']),
    );
  });

  it('does not ask for what there is only one of', () => {
    const pushes = [choice(['martian:1', 'square:c3']), choice(['martian:1', 'square:d4'])];
    expect([...narrow(pushes, [], inOrder).glow]).toEqual(['square:c3', 'square:d4']);
    expect(narrow(pushes, [], inOrder).taken).toEqual(['martian:1']);
    expect(touch(pushes, [], 'square:d4', inOrder)).toMatchObject({ kind: 'decided', choice: pushes[1] });
    expect(touch(pushes, [], 'martian:1', inOrder)).toEqual({ kind: 'narrowed', chosen: ['martian:1'] });
    expect(back(pushes, ['martian:1'], inOrder)).toEqual([]);
  });

  it('asks where something goes, and for a button, even if there is only one', () => {
    expect([...narrow([choice(['square:c3', 'facing:north'])], [], inOrder).glow]).toEqual(['square:c3']);
    expect([...narrow([choice(['button:end'])], [], inOrder).glow]).toEqual(['button:end']);
  });

  describe('with dice that may come at any time', () => {
    const rolls = [
      choice(['die:5', 'martian:1', 'square:c3', 'facing:north'], { note: 'with the 5' }),
      choice(['die:2', 'martian:1', 'square:c3', 'facing:north'], { note: 'with the 2' }),
      choice(['die:5', 'martian:1', 'square:d4', 'facing:north'], { note: 'far' }),
      choice(['die:5', 'martian:2', 'square:d4', 'facing:east']),
    ];

    it('lights pieces and dice together, then places of any die', () => {
      expect([...narrow(rolls, [], freely).glow]).toEqual(['martian:1', 'martian:2', 'die:5', 'die:2']);
      expect([...narrow(rolls, ['martian:1'], freely).glow]).toEqual(['square:c3', 'square:d4', 'die:5', 'die:2']);
      expect([...narrow(rolls, ['die:2'], freely).glow]).toEqual(['square:c3']);
    });

    it('means the last choice where the die is left out', () => {
      expect(narrow(rolls, ['martian:1'], freely).targets.get('square:c3')).toEqual({ note: 'with the 2' });
      expect(touch(rolls, ['martian:1'], 'square:c3', freely)).toMatchObject({ kind: 'decided', choice: rolls[1] });
      expect(touch(rolls, ['martian:1', 'die:5'], 'square:c3', freely)).toMatchObject({ choice: rolls[0] });
      expect(touch(rolls, ['martian:1'], 'square:d4', freely)).toMatchObject({ kind: 'decided', choice: rolls[2] });
    });

    it('changes the die without letting go of the rest', () => {
      expect(touch(rolls, ['die:2', 'martian:1'], 'die:5', freely)).toEqual({
        kind: 'narrowed',
        chosen: ['die:5', 'martian:1'],
      });
      expect(touch(rolls, ['martian:1', 'die:5'], 'die:5', freely)).toEqual({
        kind: 'narrowed',
        chosen: ['martian:1'],
      });
    });
  });

  it('warns of a target if everything that it leads to is regretted', () => {
    const shots = [
      choice(['square:a1', 'facing:up'], { warning: 'It is your own.' }),
      choice(['square:a1', 'facing:east'], { warning: 'It is your own.' }),
      choice(['square:b1', 'facing:up'], { warning: 'It is wasted.' }),
      choice(['square:b1', 'facing:east']),
    ];
    const { targets } = narrow(shots, [], inOrder);
    expect(targets.get('square:a1')?.warning).toBe('It is your own.');
    expect(targets.get('square:b1')?.warning).toBeUndefined();
  });

  it('asks why about a touch that leads nowhere', () => {
    expect(touch(walks, ['die:5', 'martian:1'], 'square:h8', inOrder)).toEqual({
      kind: 'wrong',
      touches: ['die:5', 'martian:1', 'square:h8'],
    });
  });

  it('takes a touch on a pile for what glows in it', () => {
    const none = new Set<string>();
    expect(meant(['martian:1', 'square:c3'], new Set(['square:c3']), [], none)).toBe('square:c3');
    expect(meant(['martian:1', 'square:c3'], none, ['square:c3'], none)).toBe('square:c3');
    expect(meant(['martian:1', 'square:c3'], none, [], none)).toBe('martian:1');
    expect(meant([], none, [], none)).toBeNull();
  });
});

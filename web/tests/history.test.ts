import { describe, expect, it } from 'vitest';
import type { Moment } from '../src/scene';
import { takenBack, withMoment } from '../src/table/history';
import { paceOf, passedOver } from '../src/table/pacing';

const moment = (ply: number, words = `${ply}`, more: Partial<Moment> = {}): Moment => ({
  ply,
  seat: 0,
  decision: {},
  words,
  marks: [],
  trails: {},
  scene: { caption: '', pieces: [], items: [], seats: [] },
  ...more,
});

describe('history', () => {
  const told = [moment(0), moment(1), moment(2)];

  it('goes on', () => expect(withMoment(told, moment(3)).map(({ ply }) => ply)).toEqual([0, 1, 2, 3]));
  it('is told anew where a secret is shown', () =>
    expect(withMoment(told, moment(1, 'shown')).map(({ words }) => words)).toEqual(['0', 'shown', '2']));
  it('is taken back', () => expect(takenBack(told, 1).map(({ ply }) => ply)).toEqual([0]));
});

describe('the pace', () => {
  const long = moment(0, '', { trails: { a: ['p', 'q', 'r', 's', 't'] } });

  it('follows the way of a piece', () => expect(paceOf(long, 0, false)).toEqual({ duration: 480, pause: 250 }));
  it('never takes longer than nine tenths of a second', () => {
    const endless = moment(0, '', { trails: { a: Array.from({ length: 60 }, String) } });
    expect(paceOf(endless, 0, false).duration).toBe(900);
  });
  it('hurries when the page is behind', () => expect(paceOf(long, 9, false).duration).toBe(240));
  it('does not move at all if asked not to', () => expect(paceOf(long, 0, true).duration).toBe(0));
  it('passes over what nobody could follow', () => {
    expect(passedOver(10)).toBe(0);
    expect(passedOver(100)).toBe(95);
  });
});

import { describe, expect, it } from 'vitest';
import type { Item, Moment, Scene } from '../src/scene';
import { rollsOf, withDice } from '../src/table/dice';

const die = (id: string, face?: string, used?: boolean): Item => ({
  id: `die:${id}`,
  name: 'die',
  kind: 'die',
  tray: 'dice',
  face,
  used,
});
const scene = (...items: Item[]): Scene => ({ caption: '', pieces: [], items, seats: [] });
const moment = (ply: number, seat: number | 'chance', after: Scene, decision = {}): Moment => ({
  ply,
  seat,
  decision,
  words: '',
  marks: [],
  trails: {},
  scene: after,
});
const faces = (shown: Scene): string[] =>
  shown.items.map(({ face, used }) => `${face ?? 'blank'}${used ? ' spent' : ''}`);

describe('the dice tray', () => {
  const rolled = moment(4, 'chance', scene(die('5', '5'), die('3', '3'), die('3.2', '3'), die('0', '0')));

  it('keeps the faces of spent dice, in the order of the roll', () => {
    const now = scene(die('5', '5'), die('3', '3'), die('spent.1', undefined, true), die('spent.2', undefined, true));
    const moments = [rolled, moment(5, 0, now)];
    expect(faces(withDice(now, moments, 2))).toEqual(['5', '3', '3 spent', '0 spent']);
  });

  it('shows a spent die that its game no longer mentions', () => {
    const moments = [moment(4, 'chance', scene(die('6', '6'), die('1', '1')))];
    expect(faces(withDice(scene(die('1', '1')), moments, 1))).toEqual(['6 spent', '1']);
  });

  it('keeps them all until the next turn', () => {
    const moments = [rolled, moment(5, 0, scene()), moment(6, 0, scene()), moment(7, 1, scene())];
    expect(faces(withDice(scene(), moments, 3))).toEqual(['5 spent', '3 spent', '3 spent', '0 spent']);
    expect(faces(withDice(scene(), moments, 4))).toEqual([]);
  });

  it('shows nothing of a roll that has not been shown', () => {
    expect(faces(withDice(scene(die('2', '2')), [rolled], 0))).toEqual(['2']);
  });

  it('shows what a die that decides at once has rolled, until something else happens', () => {
    const asked = moment(1, 0, scene(die('ten')));
    const decided = moment(2, 'chance', scene(), { do: 'die', face: 7 });
    expect(faces(withDice(scene(), [asked, decided], 2))).toEqual(['7']);
    expect(faces(withDice(scene(), [asked, decided, moment(3, 0, scene())], 3))).toEqual([]);
    expect([...rollsOf([asked, decided], 2)]).toEqual([['die:ten', 3]]);
  });

  it('rolls a die once, however many are rolled after it', () => {
    const moments = [
      moment(0, 0, scene()),
      moment(1, 'chance', scene(die('0', '2'))),
      moment(2, 'chance', scene(die('0', '2'), die('1', '4'))),
    ];
    expect(Object.fromEntries(rollsOf(moments, 3))).toEqual({ 'die:0': 2, 'die:1': 3 });
  });
});

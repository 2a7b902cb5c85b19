/** Turns that have ended: one sentence each, and what is left of the others' last ones on the board. */

import type { Moment, Scene } from '../scene';

export interface Turn {
  first: number; // which moments it has, counted from 0
  last: number;
  seat: number | null; // whose it was; null if several decided in it
  words: string;
}

/** A way that somebody went, with the places from where it began. */
export interface Ghost {
  piece: string;
  seat: number | null;
  places: string[];
}

const MOST_GHOSTS = 9; // ways that are shown at once: more would be a knot

const deciders = (moments: readonly Moment[]): number[] => [
  ...new Set(moments.flatMap(({ seat }) => (seat === 'chance' ? [] : [seat]))),
];

/** The turns that have ended, in order. */
export function turnsOf(moments: readonly Moment[]): Turn[] {
  const at = new Map(moments.map(({ ply }, number) => [ply, number]));
  return moments.flatMap(({ turn }, last) => {
    const first = turn ? at.get(turn.first) : undefined;
    if (!turn || first === undefined) return [];
    const who = deciders(moments.slice(first, last + 1));
    return [{ first, last, seat: who.length === 1 ? who[0]! : null, words: turn.words }];
  });
}

/** What the others did since one's own last turn; nothing once one has decided something in the next. */
export function othersTurns(moments: readonly Moment[], mine: readonly number[]): Turn[] {
  const turns = turnsOf(moments);
  const isMine = ({ first, last }: Pick<Turn, 'first' | 'last'>): boolean =>
    deciders(moments.slice(first, last + 1)).some((seat) => mine.includes(seat));
  const begun = { first: (turns.at(-1)?.last ?? -1) + 1, last: moments.length - 1 };
  if (deciders(moments.slice(begun.first)).some((seat) => mine.includes(seat))) return [];
  const last = turns.findLastIndex(isMine);
  return turns.slice(turns[last]?.seat === null ? last : last + 1); // a turn of all is the others', too
}

/** The ways of all pieces in some turns, in order; who went on from where it had come to went one way. */
export function ghostsOf(moments: readonly Moment[], turns: readonly Turn[], scene: Scene): Ghost[] {
  const owner = new Map(scene.pieces.map(({ id, seat }) => [id, seat]));
  const found: Ghost[] = [];
  for (const { first, last } of turns)
    for (const { trails } of moments.slice(first, last + 1))
      for (const [piece, places] of Object.entries(trails)) {
        if (piece.startsWith('event:') || places.length < 2) continue;
        const before = found.findLast((ghost) => ghost.piece === piece);
        if (before && before.places.at(-1) === places[0]) before.places.push(...places.slice(1));
        else found.push({ piece, seat: owner.get(piece) ?? null, places: [...places] });
      }
  return found.slice(-MOST_GHOSTS);
}

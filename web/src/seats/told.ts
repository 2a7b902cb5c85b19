/**
 * Words of the rules, in which seats are colours, told with the names of those who sit there. Where a name stands for a
 * colour, the seat comes with it, so that its mark can be drawn: names stay tied to what is on the board.
 */

import { SEATS } from './seats';

export interface ToldPart {
  text: string;
  seat: number | null; // whose name the text is
}

const BY_COLOUR = new Map(SEATS.map(({ name }, seat) => [name, seat]));
// The longest first: "Rust ring" is another seat than "Rust".
const ANY = [...BY_COLOUR.keys()].sort((a, b) => b.length - a.length).join('|');
const COLOURS = new RegExp(`\\b(${ANY})\\b`);
const OWNED = new RegExp(`^(${ANY})(?:'s)? (.*)$`);

/** Words in parts: the names of seats apart from the rest. A seat without a name keeps its colour. */
export function told(words: string, names: readonly string[]): ToldPart[] {
  return words.split(COLOURS).flatMap((text, k): ToldPart[] => {
    if (!text) return [];
    const seat = k % 2 ? BY_COLOUR.get(text)! : null;
    return [{ text: seat === null ? text : names[seat] || text, seat }];
  });
}

/** The same as plain words, for where no mark can be drawn. */
export const retold = (words: string, names: readonly string[]): string =>
  told(words, names)
    .map(({ text }) => text)
    .join('');

/** "Rust Luggant 1", or "Rust's Luggant 1", is "your Luggant 1" to who sits there, and "Rust's Luggant 1" to others. */
export function yours(words: string, seat: number | null): string {
  const [, owner, thing] = OWNED.exec(words) ?? [];
  if (!owner) return words;
  return `${BY_COLOUR.get(owner) === seat ? 'your' : `${owner}'s`} ${thing}`;
}

/** Seats with names that tell them apart: of several with the same name, each is called by its colour. */
export function distinct<Seat extends { name: string }>(seats: readonly Seat[]): Seat[] {
  const isShared = (name: string): boolean => seats.filter((seat) => seat.name === name).length > 1;
  return seats.map((seat, number) =>
    SEATS[number] && isShared(seat.name) ? { ...seat, name: SEATS[number].name } : seat,
  );
}

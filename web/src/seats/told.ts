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
const OWNING = new RegExp(`\\b(${ANY}) (?=[A-Za-z])`, 'g'); // in the name of a piece
const OWNED = new RegExp(`^(${ANY})(?:'s)? (.*)$`);

/** The name of who reads it: told as "you", with the words around it put right. */
export const YOU = 'you';

const BEGINS = /(?:^|[.:;] )$/; // what stands before who does something
const GOES_ON = /[,·] $/; // the same within a sentence
const DOES = /^ ([a-z]+s)\b/; // and what stands behind

/** What somebody does, as it is said to them: "rolls" is "roll". */
function toYou(verb: string): string {
  const odd: Record<string, string> = {
    is: 'are',
    was: 'were',
    has: 'have',
    does: 'do',
    goes: 'go',
    lies: 'lie',
    dies: 'die',
  };
  if (odd[verb]) return odd[verb];
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

/** A whole sentence about what you do: its verbs, the first and those joined to it. */
const addressed = (rest: string): string => {
  const [first = '', ...others] = rest.split(/(?<=\.) /);
  const joined = first
    .replace(DOES, (_, verb: string) => ` ${toYou(verb)}`)
    .replace(
      /( and | then )(heals|ends|passes|takes|goes|loses|wins|rolls|stays|draws|lies|stands|gets|does|is|roars|shivers|runs|chooses)\b/g,
      (_, link, verb) => link + toYou(verb),
    );
  return [joined, ...others].join(' ');
};

/** Words in parts: the names of seats apart from the rest. A seat without a name keeps its colour. */
export function told(words: string, names: readonly string[]): ToldPart[] {
  const pieces = words.split(COLOURS);
  const parts: ToldPart[] = [];
  let yourDeed = false; // the sentence is about what you do: what is "its own" is yours
  for (let k = 0; k < pieces.length; k += 2) {
    if (pieces[k]) parts.push({ text: pieces[k]!, seat: null });
    const seat = BY_COLOUR.get(pieces[k + 1] ?? '');
    if (seat === undefined) continue;
    const before = pieces[k]!;
    const begins = BEGINS.test(before);
    const name = names[seat] || pieces[k + 1]!;
    if (begins) yourDeed = name === YOU;
    const after = yourDeed ? pieces[k + 2]!.replace(/\bits own\b/g, 'your own') : pieces[k + 2]!;
    pieces[k + 2] = after;
    if (name !== YOU) parts.push({ text: name, seat });
    else {
      const owned = /^('s | \d)/.test(after);
      const you = owned ? 'your' : YOU;
      parts.push({ text: begins ? you[0]!.toUpperCase() + you.slice(1) : you, seat });
      if (owned) pieces[k + 2] = after.replace(/^'s/, '');
      else if ((begins || GOES_ON.test(before)) && DOES.test(after)) pieces[k + 2] = addressed(after);
    }
  }
  return parts;
}

/** The same as plain words, for where no mark can be drawn. */
export const retold = (words: string, names: readonly string[]): string =>
  told(words, names)
    .map(({ text }) => text)
    .join('');

/** A piece's name with the names of those who sit there: "Rust boat 1, blanketed by Cobalt boat 2" is "Your boat 1, …". */
export const called = (name: string, names: readonly string[]): string => retold(name.replace(OWNING, "$1's "), names);

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

/**
 * What words name on a board: its places by their names ("e7", "Government Center", "the peak") and its pieces by theirs
 * ("boat 1", "Command ship"), as the ground and the scene call them.
 */

import type { Ground, Piece, Scene } from '../scene';
import type { ToldPart } from '../seats/told';

/** Words, and what they name on the board. */
export interface NamedPart extends ToldPart {
  ids: readonly string[];
}

const NOTHING: readonly string[] = [];
const FROM_PLACE = / (?:on|off) |,/; // what comes behind a piece's own name
const MINE = /\byour (?:[a-z]+ )?$/i; // what stands before a piece of whoever reads it
const ITS = /^(?:'s)? (?:[a-z]+ )?$/; // between an owner and a piece
const OWN = / own (?:[a-z]+ )?$/; // a piece of whom the sentence is about

/** A piece's name without where it is and how. */
export const ownName = ({ name }: Piece): string => name.split(FROM_PLACE, 1)[0]!;

/** Where each phrase leads: a place's to all places so called, a piece's by its owner's seat. */
interface Phrase {
  places: string[];
  pieces: { id: string; seat: number | null }[];
}

export class Names {
  private phrases = new Map<string, Phrase>();
  private any: RegExp;

  constructor(
    { places }: Ground,
    { pieces }: Scene,
    private viewer: number | null,
  ) {
    for (const { id, name } of places) {
      const [own = '', ...others] = name.split(', ');
      for (const phrase of [own, ...others.filter((each) => /^(?:[A-Z]|the )/.test(each))])
        this.of(phrase).places.push(id);
    }
    for (const piece of pieces) {
      const { id, seat } = piece;
      const words = ownName(piece)
        .split(' ')
        .slice(seat === null ? 0 : 1);
      const numbered = /^\d+$/.test(words.at(-1) ?? '');
      const phrases = numbered ? [words.slice(-2), words.slice(-2, -1)] : [words];
      for (const each of phrases) if (each.length) this.of(each.join(' ')).pieces.push({ id, seat });
    }
    const all = [...this.phrases.keys()].sort((one, other) => other.length - one.length);
    this.any = new RegExp(`\\b(${all.join('|') || '$^'})\\b`, 'gi');
  }

  private of(phrase: string): Phrase {
    let found = this.phrases.get(phrase);
    if (!found) this.phrases.set(phrase, (found = { places: [], pieces: [] }));
    return found;
  }

  /** Told words with what they name taken apart. */
  within(parts: readonly ToldPart[]): NamedPart[] {
    const named: NamedPart[] = [];
    let about: number | null = null; // the seat that was spoken of last
    for (const { text, seat } of parts) {
      about = seat ?? about;
      const owner = named.at(-1)?.seat ?? null; // whose name stands right before
      const pieces = seat === null ? text.split(this.any) : [text];
      let before = '';
      for (const [k, each] of pieces.entries()) {
        const ids = k % 2 ? this.meant(each, before, about, owner !== null) : NOTHING;
        const last = named.at(-1);
        if (seat === null && !ids.length && last?.seat === null && !last.ids.length) last.text += each;
        else if (each) named.push({ text: each, seat, ids });
        before += each;
      }
    }
    return named;
  }

  private meant(phrase: string, before: string, about: number | null, owned: boolean): readonly string[] {
    const known = this.phrases.get(phrase) ?? this.phrases.get(phrase[0]!.toLowerCase() + phrase.slice(1));
    if (!known || known.places.length) return known?.places ?? NOTHING;
    const [mine, its] = [MINE.test(before), owned && ITS.test(before)];
    const whose = its || (!mine && OWN.test(before)) ? about : this.viewer;
    const told = mine || its || /\d$/.test(phrase); // "a yeti" is any
    const found = known.pieces.filter(({ seat }) => seat === null || (told && seat === whose));
    return found.length === 1 ? [found[0]!.id] : NOTHING;
  }

  /** Everything that words name. */
  in(parts: readonly ToldPart[]): string[] {
    return this.within(parts).flatMap(({ ids }) => ids);
  }
}

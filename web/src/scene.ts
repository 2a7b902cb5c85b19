/** What goes between server and page, as `core/scene.py` and `core/showing.py` say it. */

export type Point = [number, number];

/** Somewhere on the board. */
export interface Place {
  id: string; // as touched: `hex:k9`
  name: string; // as read aloud, without what stands there: "k9, mud"
  kind: string; // of ground, for the painter: "mud"
  at: Point; // its middle
  outline: Point[];
  label?: string; // written on it
  near?: string[]; // neighbours, for arrow keys where places form no grid
}

/** What never changes during a game. */
export interface Ground {
  size: Point;
  places: Place[];
}

// What a game's own painter knows more of. Each board gives it a type of its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Look = Record<string, any>;

/** Something that stands on the board, or waits beside it. */
export interface Piece {
  id: string; // the same all through the game
  name: string; // as read aloud, with seat, kind, place and state
  kind: string;
  seat: number | null;
  at: string | null; // the place it stands on; null: beside the board, or gone for now
  spot: Point | null; // where exactly; null: beside the board
  angle?: number; // degrees clockwise from up
  look?: Look;
}

/** Something beside the board: a die, a coin, a card, a button, a direction to choose. */
export interface Item {
  id: string;
  name: string; // as read aloud and, for a button, written on it
  kind: string; // "die", "coin", "card", "button", "facing", …
  tray: string; // which things lie together: "dice", "hand", "buttons", "facing"
  seat?: number; // whose it is
  face?: string; // what it shows: "5"
  used?: boolean; // spent: shown, but not to be touched
  lasting?: boolean; // shown even while it cannot be touched
  main?: boolean; // the one primary button
  look?: Look;
}

/** A count of what matters in a game, drawn on a seat card: {"kind": "bulge", "have": 2, "of": 6}. */
export type Count = { kind: string; have?: number; of?: number } & Look;

/** A seat in a line. */
export interface SeatLine {
  line: string; // "1 launched, 3 on the way"
  counts?: Count[];
}

/** What there is to see now. */
export interface Scene {
  caption: string; // "Round 6 · secret plans"
  pieces: Piece[];
  items: Item[];
  seats: SeatLine[];
  help?: string; // one helper line for who is to decide
  look?: Look;
}

/** What a decision would do, shown before it is made. */
export interface Preview {
  note?: string; // "5 steps · breaks it"
  path?: string[]; // places from where a piece is to where it goes
  steps?: number; // the number on a target
  through?: string[]; // places that it only passes
}

export type Decision = Record<string, unknown>;

/** A legal decision and what to touch for it. */
export interface Choice extends Preview {
  decision: Decision;
  decisions?: Decision[]; // all of them, the first included, where one list of touches makes several
  touches: string[];
}

/** Several decisions under one name, such as a whole formation; or by touches of their own, such as a long way. */
export interface Shortcut extends Preview {
  name: string;
  tells: string;
  decisions: Decision[];
  touches?: string[]; // what to touch for it, as for a single decision; otherwise it has a button
}

/** One decision of the history as a viewer may know it, and what there was to see after it. */
export interface Moment {
  ply: number;
  seat: number | 'chance';
  decision: Decision;
  words: string;
  marks: string[];
  trails: Record<string, string[]>;
  scene: Scene;
  roll?: number;
}

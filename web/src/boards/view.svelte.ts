/** What a board, its tray and its 3-D view are given: one object that says all there is to see and to do now. */

import { untrack } from 'svelte';
import type { Ground, Piece, Place, Preview, Scene, Threat } from '../scene';
import { told, YOU } from '../seats/told';
import type { Outline } from '../table/outlining';
import type { Ghost } from '../table/turns';
import type { Touching } from '../table/touching.svelte';
import { Names, ownName } from './names';
import { pointing } from './pointing.svelte';

/** Somebody at the table. The colour, the shape and the pattern come from the seat: see `seats/seats.ts`. */
export interface SeatName {
  seat: number;
  name: string; // "Mirela"
  you: boolean;
}

/** What a page knows, from which a `BoardView` is made. What is left out is as on a picture: nothing to do, nothing moves. */
export interface Given {
  ground: Ground;
  scene: Scene;
  touching?: Touching; // what the person does with the board
  seats?: readonly SeatName[];
  viewer?: number | null;
  marks?: ReadonlySet<string>;
  words?: string; // what is being said about it: what they name is marked
  trails?: Readonly<Record<string, readonly string[]>>;
  duration?: number;
  narrow?: boolean;
  frozen?: boolean; // looking back: nothing can be touched
  still?: boolean;
  above?: boolean;
  threats?: readonly Threat[];
  ghosts?: readonly Ghost[];
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_LIST: readonly string[] = [];
const NO_TARGETS: ReadonlyMap<string, Preview> = new Map();
const NO_TRAILS = {};
const NO_SEATS: readonly SeatName[] = [];
const NO_THREATS: readonly Threat[] = [];
const NO_GHOSTS: readonly Ghost[] = [];

export class BoardView {
  private given = $derived.by(() => this.source());
  private touching = $derived(this.given.touching);

  /** What never changes. */
  readonly ground: Ground = $derived(this.given.ground);
  /** What there is to see now. */
  readonly scene: Scene = $derived(this.given.scene);
  /** The places, by their identifier. */
  readonly places: ReadonlyMap<string, Place> = $derived(new Map(this.ground.places.map((place) => [place.id, place])));
  /** The pieces, by their identifier. */
  readonly pieces: ReadonlyMap<string, Piece> = $derived(new Map(this.scene.pieces.map((piece) => [piece.id, piece])));

  readonly seats: readonly SeatName[] = $derived(this.given.seats ?? NO_SEATS);
  /** What they are called in words: whoever looks is "you". */
  readonly called: readonly string[] = $derived.by(() => {
    const alone = this.seats.filter(({ you }) => you).length === 1;
    return this.seats.map(({ name, you }) => (you && alone ? YOU : name));
  });
  /** The seat that looks at it; null for a watcher. */
  readonly viewer: number | null = $derived(this.given.viewer ?? null);

  /** Looking back: nothing can be touched. */
  readonly frozen = $derived(this.given.frozen ?? false);
  /** What can be touched now: ring in --glow, and nothing else uses that colour. */
  readonly glow: ReadonlySet<string> = $derived((!this.frozen && this.touching?.narrowed.glow) || NOTHING);
  /** The same with what waits for a second touch: arrows and petals that are there only to be touched stay. */
  readonly asked: ReadonlySet<string> = $derived.by(() => {
    const held = !this.frozen && this.touching?.held;
    return held ? new Set([...this.glow, held.id]) : this.glow;
  });
  /** Touched so far, and what needs no touch: raised, filled ring. */
  readonly chosen: readonly string[] = $derived((!this.frozen && this.touching?.taken) || NO_LIST);
  /** For what glows: what all its decisions have in common. */
  readonly targets: ReadonlyMap<string, Preview> = $derived(
    (!this.frozen && this.touching?.narrowed.targets) || NO_TARGETS,
  );
  /** Under the pointer or the cursor; if it is in `targets`, its `path` is shown as dots. */
  readonly hovered: string | null = $derived(this.touching?.hovered ?? this.touching?.cursor ?? null);
  /** The way to what is hovered, or of what waits for a second touch, as places; empty without one. */
  readonly path: readonly string[] = $derived(
    (this.hovered && this.targets.get(this.hovered)?.path) || this.touching?.held?.choice.path || NO_LIST,
  );
  /** What the hint would touch: dashed ring. */
  readonly hint: ReadonlySet<string> = $derived(this.touching?.hinted ?? NOTHING);
  /** Touched in vain: the stage lets it shake its head on flat boards, a 3-D view does it itself. */
  readonly refused: string | null = $derived(this.touching?.refused?.id ?? null);
  /** The keyboard's; the stage draws it over flat boards, a 3-D view draws its own. */
  readonly cursor: string | null = $derived(this.touching?.cursor ?? null);

  private pieceNames = $derived(this.scene.pieces.map((piece) => piece.id + ownName(piece)).join());
  /** What words call things here: made anew only when that changes, for all words are read by it. */
  readonly names = $derived.by(() => {
    void this.pieceNames;
    const { ground, viewer } = this;
    return untrack(() => new Names(ground, this.scene, viewer));
  });
  /** What words name, or a line of the log was about: quiet highlight in --accent. */
  readonly marks: ReadonlySet<string> = $derived.by(() => {
    if (pointing.ids.length) return new Set(pointing.ids);
    const said = this.touching?.refused?.message ?? this.given.words ?? '';
    const named = said ? this.names.in(told(said, [])) : [];
    return named.length ? new Set([...(this.given.marks ?? []), ...named]) : (this.given.marks ?? NOTHING);
  });
  /** How pieces got to where `scene` has them, by piece. */
  readonly trails: Readonly<Record<string, readonly string[]>> = $derived(this.given.trails ?? NO_TRAILS);
  /** A piece that was put down by hand is there already, so that it does not travel. */
  readonly byHand = $derived(this.touching?.puts(this.trails) ?? false);
  /** Milliseconds that the change to this scene may take; 0: at once (reduced motion, stepping far). */
  readonly duration = $derived(this.byHand ? 0 : (this.given.duration ?? 0));

  /** What may befall somebody's pieces, but for the one that is about to move: signs over the board, drawn by the stage. */
  readonly threats: readonly Threat[] = $derived(
    (this.given.threats ?? NO_THREATS).filter(({ piece }) => !this.chosen.includes(piece)),
  );
  /** What the others did last, as ways over the board, drawn by the stage. */
  readonly ghosts: readonly Ghost[] = $derived(this.given.ghosts ?? NO_GHOSTS);

  /** The phone's layout: what opens around a place is in the sheet instead, see `ownTrays`. */
  readonly narrow = $derived(this.given.narrow ?? false);
  /** Only a picture, as on the home page: no animation, no surroundings that need room. */
  readonly still = $derived(this.given.still ?? false);
  /** Seen from straight above, so that every place lies where the ground has it. */
  readonly above = $derived(this.given.above ?? false);

  /** Where things are seen in a 3-D view, which sets it; a drawn board's elements say it themselves. */
  sight = $state.raw<((id: string) => Outline | null) | null>(null);
  /** Counts how often that has changed. */
  sighted = $state(0);

  constructor(private source: () => Given) {}

  /** The place that is meant by a place, or by a piece on it. */
  placeOf(id: string): Place | undefined {
    return this.places.get(this.pieces.get(id)?.at ?? id);
  }

  /** Touch something; for what is no element of the page, as in a 3-D view. */
  touch(id: string): void {
    if (!this.frozen) this.touching?.touch(id);
  }

  /** Point at something, or at nothing any more. */
  hover(id: string | null): void {
    if (this.touching) this.touching.hovered = id;
  }
}

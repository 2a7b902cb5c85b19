/**
 * What a board may be, and the one thing that it is given: `view`.
 *
 * A game's folder `boards/<key>/` may hold, besides its `Board.svelte`:
 *
 * - `Space.svelte`: the 3-D view, loaded when it is opened; props `BoardProps`.
 * - `Item.svelte`: the picture of one item (die, coin, card, facing), drawn wherever the page shows items: in the dock,
 *   and in the sheet of the phone; props `ItemProps`. Without it, items are words. A plain die (kind "die", face 0 to 6)
 *   is drawn by the page and never asked of it.
 * - `Count.svelte`: one count of a seat card; props `CountProps`. Without it, counts are dots.
 * - `Tray.svelte`: takes over the dock's middle for everything but dice and buttons (Everest's planner, Yavoch's
 *   hand); props `BoardProps`. Its touchable things carry `data-id`.
 *
 * **A board does not listen.** It marks what can be touched with `data-id={id}`, and the stage around it finds what was
 * touched, hovered or dragged onto, also with a thick finger nearby; a place under a piece need not be reachable, for a
 * touch on a piece that does not glow counts for the glowing place that it stands on, and the other way round. Only a
 * `Space.svelte`, whose things are no elements, calls `view.touch` and `view.hover` itself.
 *
 * The stage also draws, over flat boards, the keyboard's cursor, the label with a target's `note`, and the RuleNote,
 * each at the element with that `data-id`; and it holds the names for screen readers, so that a board is `aria-hidden`.
 *
 * It lets a piece that was touched in vain shake its head, and carries a copy of a piece that is dragged: what belongs
 * to the piece without being a part of its element has `data-with` with the piece's identifier, and the outline of a
 * place is its element or the part of it that has `data-outline`. What has `data-ring` stays behind.
 *
 * A board fills its parent (`width: 100%; height: 100%`, a `viewBox` of its own, `preserveAspectRatio` in the middle).
 * What it draws at random comes from `seeded` in `random.ts`, so that nothing flickers.
 */

import type { Component } from 'svelte';
import type { Count, Item, Piece } from '../scene';
import type { BoardView } from './view.svelte';

/** What a board, a tray and a 3-D view are given: all that there is to see and to do, see `view.svelte.ts`. */
export interface BoardProps {
  view: BoardView;
}

export interface ItemProps {
  item: Item;
  size: number; // pixels
  glow: boolean;
  chosen: boolean;
  roll?: number; // for a die: changes when it is rolled; 0: it lies there
  about?: Piece; // the chosen piece that it is for, as a facing
}

export interface CountProps {
  count: Count;
  seat: number;
}

/** What a `Board.svelte` may say about itself in its `<script module>`. */
export interface BoardModule {
  default: Component<BoardProps>;
  /** Trays of items that the board draws itself where there is room (the facing rose), so that the dock does not. */
  ownTrays?: readonly string[];
  /** Those that it draws itself on a phone as well, large enough for a finger. */
  phoneTrays?: readonly string[];
  /** Width of the board in places that should be 44 px on a phone; more than fit opens zoomed. */
  columns?: number;
  /** The part of the viewBox, as x y width height, that a home card shows. */
  crop?: string;
}

/** The trays that a board draws itself in a layout. */
export const ownTraysOf = (board: BoardModule, narrow: boolean): readonly string[] =>
  (narrow ? board.phoneTrays : board.ownTrays) ?? [];

const boards = import.meta.glob<BoardModule>('./*/Board.svelte');
const spaces = import.meta.glob<{ default: Component<BoardProps> }>('./*/Space.svelte');
const items = import.meta.glob<{ default: Component<ItemProps> }>('./*/Item.svelte');
const counts = import.meta.glob<{ default: Component<CountProps> }>('./*/Count.svelte');
const trays = import.meta.glob<{ default: Component<BoardProps> }>('./*/Tray.svelte');

/** Everything a game brings for the page but its 3-D view. */
export interface BoardKit {
  board: BoardModule;
  item: Component<ItemProps> | null;
  count: Component<CountProps> | null;
  tray: Component<BoardProps> | null;
  space: (() => Promise<Component<BoardProps>>) | null;
}

const kits = new Map<string, Promise<BoardKit>>();

/** A game's board and what belongs to it; the plain board for a game that has none. */
export function boardOf(key: string): Promise<BoardKit> {
  let kit = kits.get(key);
  if (!kit) {
    kit = loaded(key);
    kits.set(key, kit);
  }
  return kit;
}

async function loaded(key: string): Promise<BoardKit> {
  const own = boards[`./${key}/Board.svelte`] ?? boards['./plain/Board.svelte']!;
  const space = spaces[`./${key}/Space.svelte`];
  const [board, item, count, tray] = await Promise.all([
    own(),
    items[`./${key}/Item.svelte`]?.() ?? null,
    counts[`./${key}/Count.svelte`]?.() ?? null,
    trays[`./${key}/Tray.svelte`]?.() ?? null,
  ]);
  return {
    board,
    item: item?.default ?? null,
    count: count?.default ?? null,
    tray: tray?.default ?? null,
    space: space ? async () => (await space()).default : null,
  };
}

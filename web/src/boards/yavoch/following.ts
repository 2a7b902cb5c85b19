/**
 * Which piece of a scene is which of the scene before. A ship of Yavoch is called after its position, so one that moved
 * has a new identifier; its trail tells where it came from, and without one, a kind that vanished here and appeared
 * there has moved.
 */

import type { Piece, Scene } from '../../scene';

export interface Followed {
  key: number; // the same as long as it is the same piece
  piece: Piece;
  way: readonly string[]; // the places that it came over, if it has just moved
}

/** What happened between two scenes, for what flashes over the board. */
export interface Change {
  lost: Piece[];
  passed: { from: Piece; to: Piece } | null; // a ring
}

let used = 0;

/** The pieces of a scene, with those that were there before under their old keys. */
export function follow(
  before: readonly Followed[],
  scene: Scene,
  trails: Readonly<Record<string, readonly string[]>>,
): Followed[] {
  const old = new Map(before.map((each) => [each.piece.id, each]));
  const moved = new Map<string, Followed>(); // by new identifier
  for (const [id, way] of Object.entries(trails)) {
    const from = old.get(`${id.slice(0, id.indexOf(':'))}:${way[0]?.slice(-3)}`);
    if (from && way.length > 1) moved.set(id, { ...from, way });
  }
  const gone = new Set([...moved.values()].map(({ key }) => key));
  const now = new Set(scene.pieces.map((piece) => piece.id));
  const free = before.filter(({ key, piece }) => !gone.has(key) && !now.has(piece.id));
  return scene.pieces.map((piece) => {
    const by = moved.get(piece.id);
    if (by) return { key: stays(by, now) ? ++used : by.key, piece, way: by.way };
    const same = old.get(piece.id);
    if (same && !gone.has(same.key)) return { key: same.key, piece, way: [] };
    const alike = free.findIndex((each) => each.piece.kind === piece.kind && each.piece.seat === piece.seat);
    if (alike < 0) return { key: ++used, piece, way: [] };
    const [found] = free.splice(alike, 1);
    return { key: found!.key, piece, way: [found!.piece.at!, piece.at!] };
  });
}

/** A double leaves its original where it was: then the double is the new piece. */
const stays = (moved: Followed, now: ReadonlySet<string>): boolean => now.has(moved.piece.id);

/** Something that is seen for a moment between two places: a shot, a blast, a ring on its way, a ship that is no more. */
export interface Flash {
  kind: 'shot' | 'beam' | 'blast' | 'ring' | 'loss';
  from: string;
  to: string;
  late: number; // milliseconds that it waits for what comes first
  piece?: Piece; // what is lost: it is seen until then
}

const MOST_LOST = 10; // more at once is another game altogether
const AIMED = 140; // a ship is hit so long after the shot

/** What flashes up when a scene changes: the fire of the decision, then what is lost by it. */
export function flashesOf(
  before: readonly Followed[],
  after: readonly Followed[],
  trails: Readonly<Record<string, readonly string[]>>,
): Flash[] {
  const { lost, passed } = changes(before, after);
  const gone = lost.filter(({ at }) => at);
  if (gone.length > MOST_LOST) return [];
  const fired = (['shot', 'beam', 'blast'] as const).flatMap((kind): Flash[] => {
    const way = trails[`event:${kind}`];
    return way?.length ? [{ kind, from: way[0]!, to: way.at(-1)!, late: 0 }] : [];
  });
  const late = fired.length ? AIMED : 0;
  return [
    ...fired,
    ...gone.map((piece): Flash => ({ kind: 'loss', from: piece.at!, to: piece.at!, late, piece })),
    ...(passed ? [{ kind: 'ring' as const, from: passed.from.at!, to: passed.to.at!, late: 0 }] : []),
  ];
}

/** What happened to pieces besides moving. */
export function changes(before: readonly Followed[], after: readonly Followed[]): Change {
  const old = new Map(before.map((each) => [each.key, each.piece]));
  const kept = new Set(after.map(({ key }) => key));
  const lost = before.filter(({ key }) => !kept.has(key)).map(({ piece }) => piece);
  const more: Piece[] = [];
  const less: Piece[] = [];
  for (const { key, piece, way } of after) {
    const was = old.get(key);
    if (!was || way.length) continue;
    const change = (piece.look?.rings ?? 0) - (was.look?.rings ?? 0);
    if (change > 0) more.push(piece);
    if (change < 0) less.push(piece);
  }
  const passed = more.length === 1 && less.length === 1 && !lost.length ? { from: less[0]!, to: more[0]! } : null;
  return { lost, passed };
}

/** Yavoch's field as the board draws it: levels, their colours, and lines from position to position. */

import type { Ground, Piece, Place, Point } from '../../scene';

/** What a piece of Yavoch shows besides its kind. */
export interface ShipLook {
  blocks: boolean; // ends a line of sight
  rings?: number;
  starving?: boolean; // needs a ring and has none
  gate?: boolean; // stands on one
  fused?: boolean; // has moved and may still detonate
  other?: string | null; // where a gate leads
}

export const LEVELS = ['#2FB5C7', '#4C8DF0', '#7C78F2', '#A56BEA', '#D566C8'] as const;
export const VOID = '#05060f'; // outlines, and what lies below
export const RING = '#FFD66B';

/** The pieces of a fleet, as the key lists them. */
export const KINDS = ['command', 'archid', 'squam', 'neornith', 'trych', 'gate'] as const;

/** One level as it lies in the picture. */
export interface Level {
  number: number; // 1 to 5
  colour: string;
  places: Place[];
  corners: Point[]; // of its plate: front left, front right, back right, back left
  bare: { number: number; at: Point }[]; // where the numbers along its front stand
  circled: { number: number; at: Point }[];
  lines: { from: Point; to: Point; long: boolean }[]; // the vectors; long ones are fainter
}

const EDGE = 0.46; // of a step that a plate reaches beyond its outer positions
const DEEPER = 1.25; // and more to the front and back, where steps are small
const FLAT = 60; // higher than any step on a level, lower than a step to another

export const idOf = (level: number, bare: number, circled: number): string => `position:${level}${bare}${circled}`;

/** The five levels of a ground. */
export function levelsOf(ground: Ground): Level[] {
  const at = new Map(ground.places.map((place) => [place.id, place.at]));
  const where = (level: number, bare: number, circled: number): Point => {
    const origin = at.get(idOf(level, 1, 1))!;
    const [right, back] = [at.get(idOf(level, 2, 1))!, at.get(idOf(level, 1, 2))!];
    return [0, 1].map(
      (axis) =>
        origin[axis]! + (bare - 1) * (right[axis]! - origin[axis]!) + (circled - 1) * (back[axis]! - origin[axis]!),
    ) as Point;
  };
  const numbers = [1, 2, 3, 4, 5];
  const deep = EDGE * DEEPER;
  return numbers.map((level) => ({
    number: level,
    colour: LEVELS[level - 1]!,
    places: ground.places.filter((place) => place.kind.startsWith(`level${level}`)),
    corners: [
      where(level, 1 - EDGE, 1 - deep),
      where(level, 5 + EDGE, 1 - deep),
      where(level, 5 + EDGE, 5 + deep),
      where(level, 1 - EDGE, 5 + deep),
    ],
    bare: numbers.map((number) => ({ number, at: where(level, number, 1 - deep) })),
    circled: numbers.map((number) => ({ number, at: where(level, 5 + EDGE, number) })),
    lines: [
      ...numbers.flatMap((k) => [
        { from: where(level, k, 1), to: where(level, k, 5), long: false },
        { from: where(level, 1, k), to: where(level, 5, k), long: false },
      ]),
      ...[-3, -2, -1, 0, 1, 2, 3].flatMap((k) => {
        const [first, last] = [Math.max(1, 1 + k), Math.min(5, 5 + k)];
        return [
          { from: where(level, first, first - k), to: where(level, last, last - k), long: true },
          { from: where(level, first, 6 - first + k), to: where(level, last, 6 - last + k), long: true },
        ];
      }),
    ],
  }));
}

/** Whether a line leaves its level. */
export const climbs = (from: Point, to: Point): boolean => Math.abs(from[1] - to[1]) > FLAT;
/** Whether it does so by the slant, which leans; straight up is vertical. */
export const slants = (from: Point, to: Point): boolean => climbs(from, to) && Math.abs(from[0] - to[0]) > 1;

export interface Sight {
  from: Point;
  to: Point; // the last position seen
  seen: string[];
  slant: boolean;
  hits: string | null; // the piece that ends it
}

/** The lines of sight from a position: by way of neighbours, straight on, until something is in the way. */
export function sights(places: ReadonlyMap<string, Place>, pieces: readonly Piece[], from: string): Sight[] {
  const here = places.get(from);
  if (!here) return [];
  const blockers = new Map(pieces.filter((piece) => piece.look?.blocks).map((piece) => [piece.at, piece.id]));
  return (here.near ?? []).map((first) => {
    let place = places.get(first)!;
    const [x, y] = [place.at[0] - here.at[0], place.at[1] - here.at[1]];
    const seen = [place.id];
    while (!blockers.has(place.id)) {
      const onward = (place.near ?? [])
        .map((id) => places.get(id)!)
        .find((next) => near(next.at[0] - place.at[0], x) && near(next.at[1] - place.at[1], y));
      if (!onward) break;
      place = onward;
      seen.push(place.id);
    }
    return {
      from: here.at,
      to: place.at,
      seen,
      slant: slants(here.at, place.at),
      hits: blockers.get(place.id) ?? null,
    };
  });
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

/** Far levels first, and on a level what is farther back, so that nearer things cover them. */
export const backToFront = (a: Place, b: Place): number =>
  levelOf(b.id) - levelOf(a.id) || circledOf(b.id) - circledOf(a.id);

export const levelOf = (id: string): number => Number(id.at(-3));
const circledOf = (id: string): number => Number(id.at(-1));

/** A course as drawn: tiles with their waves, the island, and what stands in the water. All of it is fixed. */

import type { Ground, Place, Point } from '../../scene';
import { f } from '../outlines';
import { seeded } from '../random';

export const SPACE = 60; // the side of a space, as the ground measures it
export const TILE = 2 * SPACE;

export const WINDS = ['steady', 'brisk', 'wild'] as const; // how gusty a tile is, as the ground's kinds say it
export type Wind = (typeof WINDS)[number];
export const ROWS: Record<Wind, number> = { steady: 1, brisk: 3, wild: 5 }; // of waves in a space

export interface Tile {
  x: number; // of its northwest corner
  y: number;
  value: number;
  wind: Wind;
}

/** The letter of a column or the number of a row. */
export interface Name {
  text: string;
  x: number;
  y: number;
}

export interface Sea {
  x: number; // of the course's northwest corner
  y: number;
  width: number;
  height: number;
  tiles: Tile[];
  island: Point[]; // tiles of the island
  waves: Record<Wind, string>;
  crosses: string; // the dotted lines within tiles
  streaks: string;
  shore: string;
  woods: string;
  palms: { x: number; y: number; size: number }[];
  tower: Point | null;
  buoys: Point[];
  pawn: Point | null;
  columns: Name[]; // each at its northernmost space
  rows: Name[]; // each at its westernmost space
  /** Corners of the chart where no tile lies, for what a phone shows there. */
  free: { northwest: boolean; southwest: boolean };
}

export function seaOf(ground: Ground): Sea {
  const random = seeded(9);
  const between = (low: number, high: number): number => low + random() * (high - low);
  const [x, y] = corner(ground);
  const width = Math.max(...ground.places.map(({ at }) => at[0])) + SPACE / 2 - x;
  const height = Math.max(...ground.places.map(({ at }) => at[1])) + SPACE / 2 - y;
  const column = ({ at }: Place): number => Math.floor((at[0] - x) / SPACE);
  const row = ({ at }: Place): number => Math.floor((at[1] - y) / SPACE);
  const byTile = new Map<string, Place[]>();
  for (const place of ground.places) {
    const key = `${Math.floor(column(place) / 2)} ${Math.floor(row(place) / 2)}`;
    byTile.set(key, [...(byTile.get(key) ?? []), place]);
  }
  const sea: Sea = {
    x,
    y,
    width,
    height,
    tiles: [],
    island: [],
    waves: { steady: '', brisk: '', wild: '' },
    crosses: '',
    streaks: '',
    shore: '',
    woods: '',
    palms: [],
    tower: null,
    buoys: ground.places.filter(({ kind }) => kind === 'buoy').map(({ at }) => at),
    pawn: ground.places.find(({ kind }) => kind === 'pawn')?.at ?? null,
    columns: namesOf(ground, (name) => name.charAt(0), 1).map((each) => ({ ...each, y: each.y - 0.31 * SPACE })),
    rows: namesOf(ground, (name) => name.slice(1), 0).map((each) => ({ ...each, x: each.x - 0.36 * SPACE })),
    free: { northwest: !byTile.has('0 0') && !byTile.has('1 0'), southwest: false },
  };
  const last = Math.round(height / TILE) - 1;
  sea.free.southwest = [0, 1, 2].every((tile) => !byTile.has(`${tile} ${last}`));
  for (const [key, places] of byTile) {
    const [left, top] = key.split(' ').map((each) => Number(each) * TILE) as [number, number];
    const water = places.map(({ kind }) => kind.split('-')).find(([wind]) => WINDS.includes(wind as Wind));
    if (!water) sea.island.push([x + left, y + top]);
    else addTile(sea, { x: x + left, y: y + top, value: Number(water[1]), wind: water[0] as Wind });
  }
  for (let i = 0; i < 34; i++) {
    const [left, top, long] = [random() * width, random() * height, between(30, 75)];
    const tile = sea.tiles.find((each) => inside(each, x + left, y + top));
    if (tile)
      sea.streaks += `M${f(x + left)} ${f(y + top)}q${f(-long * 0.35)} ${f(-long * 0.15)} ${f(-long * 0.55)} ${f(-long * 0.5)}t${f(-long * 0.45)} ${f(-long * 0.45)}`;
  }
  const cells = new Set(
    ground.places.filter(({ kind }) => kind === 'island').map((place) => `${column(place)} ${row(place)}`),
  );
  grow(sea, cells, between);
  return sea;
}

/** Parts of the names of spaces, each where it comes first along an axis. */
function namesOf(ground: Ground, part: (name: string) => string, axis: 0 | 1): Name[] {
  const first = new Map<string, Point>();
  for (const { id, at } of ground.places) {
    const text = part(id.slice(id.indexOf(':') + 1));
    const known = first.get(text);
    if (!known || at[axis] < known[axis]) first.set(text, at);
  }
  return [...first].map(([text, [x, y]]) => ({ text, x, y }));
}

const inside = (tile: Tile, x: number, y: number): boolean =>
  x > tile.x && x < tile.x + TILE && y > tile.y && y < tile.y + TILE;

/** The northwest corner of the course, which may be out of bounds: names of spaces count from there. */
function corner(ground: Ground): Point {
  const { id, at } = ground.places[0]!;
  const name = id.slice(id.indexOf(':') + 1);
  const column = name.charCodeAt(0) - 'a'.charCodeAt(0);
  return [at[0] - (column + 0.5) * SPACE, at[1] - (Number(name.slice(1)) - 0.5) * SPACE];
}

function addTile(sea: Sea, tile: Tile): void {
  sea.tiles.push(tile);
  const { x, y, wind } = tile;
  const rows = ROWS[wind];
  const high = 3.2 + rows * 0.45;
  for (const right of [0.5, 1.5])
    for (const down of [0.5, 1.5])
      for (let i = 0; i < rows; i++) {
        const level = y + down * SPACE + (i - (rows - 1) / 2) * 8.4 + 1;
        sea.waves[wind] += `M${f(x + right * SPACE - 17)} ${f(level)}q4.25 ${f(-high)} 8.5 0t8.5 0t8.5 0t8.5 0`;
      }
  sea.crosses += `M${x + SPACE} ${y + 9}V${y + TILE - 9}M${x + 9} ${y + SPACE}H${x + TILE - 9}`;
}

/** The island: a soft outline around its spaces, woods inside, palms and a lighthouse. */
function grow(sea: Sea, cells: ReadonlySet<string>, between: (low: number, high: number) => number): void {
  if (!cells.size) return;
  const loops = outlines(cells);
  const drawn = (inset: number, wobble: number): string =>
    loops
      .map((loop) =>
        soft(
          sea,
          inward(loop, inset, () => between(-wobble, wobble)),
        ),
      )
      .join('');
  sea.shore = drawn(0.14, 0.05);
  sea.woods = drawn(0.52, 0.08);
  const spaces = [...cells].map((cell) => cell.split(' ').map(Number) as Point);
  for (const [column, row] of spaces) {
    const whole = [`${column - 1} ${row}`, `${column} ${row - 1}`, `${column - 1} ${row - 1}`];
    if (!whole.every((cell) => cells.has(cell))) continue;
    for (const aside of [-0.22, 0.28]) {
      const at = (value: number): number => value + aside + between(-0.16, 0.16);
      sea.palms.push({ x: sea.x + at(column) * SPACE, y: sea.y + at(row) * SPACE, size: between(0.7, 1.1) });
    }
  }
  const [column, row] = spaces.reduce((best, each) =>
    each[1] > best[1] || (each[1] === best[1] && each[0] > best[0]) ? each : best,
  );
  const [x, y] = [sea.x + (column + 0.45) * SPACE, sea.y + (row + 0.28) * SPACE];
  sea.tower = [x, y];
  sea.palms = sea.palms.filter((palm) => Math.hypot(palm.x - x, palm.y - y) > 0.65 * SPACE);
}

/** The corners of the edges around some spaces, clockwise, each a lattice point. */
function outlines(cells: ReadonlySet<string>): Point[][] {
  const next = new Map<string, Point>();
  const has = (column: number, row: number): boolean => cells.has(`${column} ${row}`);
  for (const cell of cells) {
    const [column, row] = cell.split(' ').map(Number) as Point;
    if (!has(column, row - 1)) next.set(`${column} ${row} e`, [column + 1, row]);
    if (!has(column + 1, row)) next.set(`${column + 1} ${row} s`, [column + 1, row + 1]);
    if (!has(column, row + 1)) next.set(`${column + 1} ${row + 1} w`, [column, row + 1]);
    if (!has(column - 1, row)) next.set(`${column} ${row + 1} n`, [column, row]);
  }
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let key = next.keys().next().value!;
    while (next.has(key)) {
      const [column, row] = key.split(' ').map(Number) as [number, number];
      const to = next.get(key)!;
      next.delete(key);
      loop.push([column, row]);
      const way = key.at(-1)!;
      // Turning left before going straight keeps spaces that only touch at a corner apart.
      key =
        ['nesw', 'eswn', 'swne', 'wnes']
          .map((order) => `${to[0]} ${to[1]} ${order['nesw'.indexOf(way)]}`)
          .find((each) => next.has(each)) ?? '';
    }
    loops.push(loop);
  }
  return loops;
}

/** An outline moved inward, its interior on the right hand. */
function inward(loop: readonly Point[], inset: number, wobble: () => number): Point[] {
  return loop.map(([column, row], k) => {
    const [before, after] = [loop.at(k - 1)!, loop[(k + 1) % loop.length]!];
    const came: Point = [column - before[0], row - before[1]];
    const goes: Point = [after[0] - column, after[1] - row];
    const straight = came[0] === goes[0] && came[1] === goes[1];
    const right = -came[1] - (straight ? 0 : goes[1]);
    const down = came[0] + (straight ? 0 : goes[0]);
    return [column + right * inset + wobble(), row + down * inset + wobble()];
  });
}

/** A closed curve through the middles between points. */
function soft(sea: Sea, points: readonly Point[]): string {
  const at = ([column, row]: Point): string => `${f(sea.x + column * SPACE)} ${f(sea.y + row * SPACE)}`;
  const middle = (k: number): Point => {
    const [one, other] = [points[k % points.length]!, points[(k + 1) % points.length]!];
    return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  };
  return `M${at(middle(points.length - 1))}${points.map((point, k) => `Q${at(point)} ${at(middle(k))}`).join('')}Z`;
}

const A_SPACE = 120; // milliseconds
const LONGEST = 900;

/** How long a boat sails along its trail. */
export const sailing = (trail: readonly unknown[]): number => Math.min(A_SPACE * (trail.length - 1), LONGEST);

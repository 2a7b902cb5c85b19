/**
 * The mountain drawn: axonometric (turned 17°, depth × 0.77, a level 0.30 of a square), or flat from above. Every square
 * is a list of outlines with a class each, from its sides to its snow; colours are those of its height, in the board's
 * style.
 */

import type { Ground, Point } from '../../scene';
import { seeded } from '../random';
import type { Slopes } from './story';

export interface Stroke {
  kind: string; // class of the outline
  d: string;
}

/** A square as the ground tells it. */
export interface Relief {
  id: string;
  x: number;
  y: number;
  height: number;
  shade: number; // 1 to SHADES: the peak is the lightest, whatever its height
  peak: boolean;
  cliffs: string; // the directions in which one falls over a cliff: `nw`
}

export interface Square extends Relief {
  depth: number; // squares are painted from the smallest on
  middle: Point;
  top: string; // outline of its top
  inset: string; // a little smaller, for rings
  number: Point; // where its height is written
  strokes: Stroke[];
  over: Stroke[]; // seen from above, edges are drawn after all squares
}

/** Where a coin of a plan would lead. */
export interface Ghost {
  beat: number;
  at: string | null;
  path: string[];
  up: string;
  note: string;
}

export interface Mountain {
  flat: boolean;
  squares: Square[];
  foot: string[]; // outlines of the shadow below it
  size: Point;
  project: (x: number, y: number, z: number) => Point;
  at: (id: string) => Square | undefined;
}

const TURN = (17 * Math.PI) / 180;
const DEPTH = 0.77;
const LEVEL = 0.3;
export const SHADES = 5; // colours of heights; a mountain of more levels is drawn with lower ones
const UNIT = 99;
const FLAT_UNIT = 104;
const TICKS = 7; // hachures on an edge
const SIDES = [
  { way: 'n', dx: 0, dy: -1, from: [0, 0], to: [1, 0], inward: [0, 0.16] },
  { way: 's', dx: 0, dy: 1, from: [0, 1], to: [1, 1], inward: [0, -0.16] },
  { way: 'w', dx: -1, dy: 0, from: [0, 0], to: [0, 1], inward: [0.13, 0] },
  { way: 'e', dx: 1, dy: 0, from: [1, 0], to: [1, 1], inward: [-0.13, 0] },
] as const;

const fixed = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
const open = (points: Point[]): string => `M${points.map(fixed).join('L')}`;
const closed = (points: Point[]): string => `${open(points)}Z`;

/** The squares of a ground: heights are the labels of its places; their kinds say where the peak and the cliffs are. */
export function reliefOf(ground: Ground): Relief[] {
  const top = Math.max(...ground.places.map(({ label }) => Number(label)));
  return ground.places.map(({ id, at, label, kind }) => ({
    id,
    x: Math.floor(at[0]),
    y: Math.floor(at[1]),
    height: Number(label),
    shade: Math.max(1, SHADES - top + Number(label)),
    peak: kind.startsWith('peak'),
    cliffs: /cliffs ([nesw]+)$/.exec(kind)?.[1] ?? '',
  }));
}

/** How much lower than usual levels are drawn, so that the mountain fits. */
export const squeezed = (squares: readonly Relief[]): number =>
  Math.min(1, SHADES / Math.max(...squares.map(({ height }) => height)));

/** Whether the way from one square to its neighbour leads over a cliff. */
export function isFall(from: Relief | undefined, to: Relief | undefined): boolean {
  const side = SIDES.find(({ dx, dy }) => from && to && to.x - from.x === dx && to.y - from.y === dy);
  return Boolean(side && from!.cliffs.includes(side.way));
}

/** The mountain of a ground. */
export function mountain(ground: Ground, flat: boolean): Mountain {
  const reliefs = reliefOf(ground);
  const level = LEVEL * squeezed(reliefs);
  const [width, height] = flat ? [8 * FLAT_UNIT, 6 * FLAT_UNIT] : [1104, 744];
  const project = (x: number, y: number, z: number): Point => {
    if (flat) return [x * FLAT_UNIT, y * FLAT_UNIT];
    const [u, v] = [x - 4, y - 3];
    return [
      width / 2 + UNIT * (u * Math.cos(TURN) - v * Math.sin(TURN)),
      height / 2 + 26 + UNIT * (u * Math.sin(TURN) + v * Math.cos(TURN)) * DEPTH - z * UNIT * level,
    ];
  };
  const bySpot = new Map(reliefs.map((each) => [`${each.x} ${each.y}`, each]));
  const beside: Beside = ({ x, y }, dx, dy) => bySpot.get(`${x + dx} ${y + dy}`);
  const squares = reliefs
    .map((each) => square(each, beside, project, flat))
    .toSorted((one, other) => one.depth - other.depth);
  const byId = new Map(squares.map((each) => [each.id, each]));
  return {
    flat,
    squares,
    foot: squares.map(({ x, y }) => outline(x, y, -1.1, 0, project)),
    size: [width, height],
    project,
    at: (id) => byId.get(id),
  };
}

type Project = Mountain['project'];
type Beside = (one: Relief, dx: number, dy: number) => Relief | undefined;

function outline(x: number, y: number, z: number, inset: number, project: Project): string {
  return closed([
    project(x + inset, y + inset, z),
    project(x + 1 - inset, y + inset, z),
    project(x + 1 - inset, y + 1 - inset, z),
    project(x + inset, y + 1 - inset, z),
  ]);
}

function square(relief: Relief, beside: Beside, project: Project, flat: boolean): Square {
  const { x, y, height: z, cliffs } = relief;
  const random = seeded(1000 + y * 8 + x);
  const strokes: Stroke[] = [];
  if (!flat) {
    const [south, east] = [beside(relief, 0, 1)?.height ?? 0, beside(relief, 1, 0)?.height ?? 0];
    const [steep, steeper] = [cliffs.includes('s'), cliffs.includes('e')];
    if (south < z) strokes.push(...face([x, y + 1], [x + 1, y + 1], z, south, 'south', steep, project, random));
    if (east < z) strokes.push(...face([x + 1, y + 1], [x + 1, y], z, east, 'east', steeper, project, random));
  }
  strokes.push({ kind: 'top', d: outline(x, y, z, 0, project) });
  strokes.push(...snow(relief, project, random));
  const rims = edges(relief, beside, project, flat);
  if (!flat) strokes.push(...rims);
  return {
    ...relief,
    depth: (x + 0.5) * Math.sin(TURN) + (y + 0.5) * Math.cos(TURN),
    middle: project(x + 0.5, y + 0.5, z),
    top: outline(x, y, z, 0, project),
    inset: outline(x, y, z, 0.07, project),
    number: project(x + (flat ? 0.13 : 0.15), y + (flat ? 0.15 : 0.2), z),
    strokes,
    over: flat ? rims : [],
  };
}

/** A side that is seen: rock with cracks and icicles under a cliff, else snow; below the lowest squares the plinth. */
function face(
  from: Point,
  to: Point,
  z: number,
  below: number,
  kind: 'south' | 'east',
  cliff: boolean,
  project: Project,
  random: () => number,
): Stroke[] {
  const low = below || -1;
  const between = (least: number, most: number): number => least + (most - least) * random();
  const on = (t: number, level: number): Point =>
    project(from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, level);
  const side = closed([on(0, z), on(1, z), on(1, low), on(0, low)]);
  if (!cliff) {
    const strokes: Stroke[] = [{ kind, d: side }];
    if (low < 0) {
      strokes.push({ kind: 'plinth', d: closed([on(0, 0), on(1, 0), on(1, low), on(0, low)]) });
      strokes.push({ kind: 'seam', d: open([on(0.1, -0.35), on(0.45, -0.42), on(0.8, -0.33)]) });
    }
    strokes.push({ kind: 'sheen', d: open([on(0.12, z - 0.4), on(0.4, z - 0.52), on(0.62, z - 0.38)]) });
    return strokes;
  }
  const strokes: Stroke[] = [{ kind: kind === 'south' ? 'rock' : 'rock dark', d: side }];
  for (let crack = 0; crack < 5; crack++) {
    let [t, level] = [between(0.06, 0.9), z - between(0.35, 0.8)];
    const points = [on(t, level)];
    for (let k = 0; k < 3; k++) {
      t = Math.min(0.97, Math.max(0.03, t + between(-0.07, 0.09)));
      level -= between(0.2, 0.42);
      points.push(on(t, Math.max(level, low + 0.05)));
    }
    strokes.push({ kind: 'crack', d: open(points) });
  }
  const icicles = Array.from({ length: 10 }, (_, k) =>
    on(1 - k / 9, z - ((9 - k) % 2 ? 0.18 : 0.52 * between(0.7, 1.1))),
  );
  strokes.push({ kind: 'lip', d: closed([on(0, z), on(1, z), ...icicles]) });
  return strokes;
}

/** Stones below, drifts of snow above. */
function snow({ x, y, height: z, shade }: Relief, project: Project, random: () => number): Stroke[] {
  return Array.from({ length: 3 }, () => {
    const [u, v] = project(x + 0.2 + 0.6 * random(), y + 0.2 + 0.6 * random(), z);
    const w = 5 + 5 * random();
    return shade === 1
      ? { kind: 'stone', d: `M${fixed([u - 3, v + 2])}l3 -5 4 5z` }
      : { kind: 'drift', d: `M${fixed([u - w, v])}q${w.toFixed(1)} -4 ${(2 * w).toFixed(1)} 0` };
  });
}

/** Light on the edges towards the northwest, hachures on the upper side of every cliff, gold around the peak. */
function edges(relief: Relief, beside: Beside, project: Project, flat: boolean): Stroke[] {
  const { x, y, height: z, peak, cliffs } = relief;
  const strokes: Stroke[] = [];
  if (!flat && (beside(relief, 0, -1)?.height ?? 0) < z)
    strokes.push({ kind: 'light', d: open([project(x, y, z), project(x + 1, y, z)]) });
  for (const { way, dx, dy, from, to, inward } of SIDES) {
    const next = beside(relief, dx, dy);
    const [p, q]: [Point, Point] = [
      [x + from[0], y + from[1]],
      [x + to[0], y + to[1]],
    ];
    if (flat && next && next.height < z) strokes.push({ kind: 'step', d: open([project(...p, z), project(...q, z)]) });
    if (cliffs.includes(way)) {
      const ticks = Array.from({ length: TICKS }, (_, k) => {
        const t = (k + 0.5) / TICKS;
        const [u, v] = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
        return open([project(u, v, z), project(u + inward[0], v + inward[1], z)]);
      });
      strokes.push({ kind: 'hachures', d: ticks.join('') });
    }
    if (peak && !next?.peak) strokes.push({ kind: 'gold', d: open([project(...p, z), project(...q, z)]) });
  }
  return strokes;
}

/** The middle of the square next to one in a direction, on the same level; for arrows and for what leaves the board. */
export function beyond(mountain: Mountain, from: Square, to: string, far = 1): Point {
  const [dx, dy] = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }[to] ?? [0, 0];
  return mountain.project(from.x + 0.5 + dx! * far, from.y + 0.5 + dy! * far, from.height);
}

/** The mountain for what happens on it: who leaves it falls down beside it. */
export function slopesOf(mountain: Mountain): Slopes<Point> {
  return {
    at: (id) => {
      const square = mountain.at(id);
      return square && { spot: square.middle };
    },
    falls: (from, to) => isFall(mountain.at(from), mountain.at(to)),
    beyond: (from, [u, v]) => {
      const [width, height] = mountain.size;
      const same = from[0] === u && from[1] === v; // nobody knows in which direction: away from the middle
      const [x, y] = same ? [width / 2, height / 2] : from;
      const far = same ? FLAT_UNIT / Math.hypot(u - x, v - y) : 0.9;
      return [u + (u - x) * far, v + (v - y) * far + (mountain.flat ? 0 : 50)];
    },
  };
}

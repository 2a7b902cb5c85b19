/**
 * Yavoch's pieces in three dimensions: the drawn silhouettes, cut from thick plate with bevels, which turn to whoever
 * looks at them. A step between positions is one unit; pieces stand on y = 0.
 */

import {
  CylinderGeometry,
  ExtrudeGeometry,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  type BufferGeometry,
} from 'three';
import { shapePath } from '../../seats/seats';
import { ink } from '../ink';
import { seatPaint } from '../spatial';
import { around, figure, placed, toon, type Figure, type Part } from '../toon';
import { RING, VOID } from './space';

/** The seats' colours on the dark stage. */
const COLOURS = ['#EE5F36', '#4C74FB'] as const;
const UNIT = 1 / 58; // of a drawing's unit
const DEEP = 0.1; // how thick a plate is
const CURVE = 5; // straight pieces of a drawn curve

const mixed = (one: string, other: string, share: number): string => {
  const part = (text: string, k: number): number => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
  const byte = (k: number): string =>
    Math.round(part(one, k) + (part(other, k) - part(one, k)) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${byte(0)}${byte(1)}${byte(2)}`;
};
const LIGHT = COLOURS.map((colour) => mixed(colour, '#ffffff', 0.55));
const DARK = COLOURS.map((colour) => mixed(colour, VOID, 0.5));
const EMPTY = '#6a6a74'; // a ship without energy
const EMPTY_LIGHT = '#9a9aa4';

/** The corners of an outline as a drawing writes it: M, L, H, V, C and Z, in absolute numbers. */
function corners(d: string): Vector2[] {
  const found: Vector2[] = [];
  for (const [, letter, rest] of d.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const n = (rest!.match(/-?[\d.]+/g) ?? []).map(Number);
    const last = found.at(-1);
    if (letter === 'H') found.push(new Vector2(n[0], last!.y));
    else if (letter === 'V') found.push(new Vector2(last!.x, n[0]));
    else if (letter === 'C')
      for (let k = 1; k <= CURVE; k++) {
        const [t, s] = [k / CURVE, 1 - k / CURVE];
        const at = (axis: 0 | 1, from: number): number =>
          s ** 3 * from + 3 * s * s * t * n[axis]! + 3 * s * t * t * n[2 + axis]! + t ** 3 * n[4 + axis]!;
        found.push(new Vector2(at(0, last!.x), at(1, last!.y)));
      }
    else for (let k = 0; k + 1 < n.length; k += 2) found.push(new Vector2(n[k], n[k + 1]));
  }
  const [first, end] = [found[0]!, found.at(-1)!];
  return first.equals(end) ? found.slice(0, -1) : found;
}

/** A drawn outline as a plate, so thick, with bevels. */
function cut(d: string, deep = DEEP, bevel = 0.022): BufferGeometry {
  const outline = corners(d).map(({ x, y }) => new Vector2(x * UNIT, -y * UNIT));
  const plate = new ExtrudeGeometry(new Shape(outline), {
    depth: deep - 2 * bevel,
    bevelEnabled: true,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
  });
  return plate.translate(0, 0, bevel - deep / 2);
}

/** A seat's shape on both sides of a ship, at a height. */
function badge(seat: number, y: number, r: number): BufferGeometry[] {
  const d = seat
    ? shapePath(seat, r)
    : around(14, (angle) => `${r * Math.cos(angle)} ${r * Math.sin(angle)}`).join('L');
  return [cut(seat ? d : `M${d}Z`, DEEP + 0.09, 0.006).translate(0, -y * UNIT, 0)];
}

const plate = (d: string, thicker = 0.05): BufferGeometry => cut(d, DEEP + thicker);
const disc = (y: number, r: number, thick: number): BufferGeometry =>
  placed(new CylinderGeometry(r * UNIT, r * UNIT, DEEP + thick, 18), {
    at: [0, -y * UNIT, 0],
    turn: [Math.PI / 2, 0, 0],
  });

interface Drawn {
  body: BufferGeometry[];
  light: BufferGeometry[];
  dark?: BufferGeometry[];
  white?: BufferGeometry[];
  badge: [number, number]; // height and radius of the seat's shape
}

/** The outlines of `Ship.svelte`. */
const SHIPS: Record<string, () => Drawn> = {
  command: () => ({
    body: [
      cut('M-15 -2L-20 -30L-12 -24L-10 -46L-3 -32L0 -58L3 -32L10 -46L12 -24L20 -30L15 -2C8 3 -8 3 -15 -2Z', 0.14, 0.03),
      // Its crown goes all around.
      placed(
        cut(
          'M-15 -2L-20 -30L-12 -24L-10 -46L-3 -32L0 -52L3 -32L10 -46L12 -24L20 -30L15 -2C8 3 -8 3 -15 -2Z',
          0.12,
          0.03,
        ),
        {
          turn: [0, Math.PI / 2, 0],
          size: [0.7, 0.92, 0.7],
        },
      ),
    ],
    light: [plate('M-9 -18H9L6 -4H-6Z', 0.1)],
    white: [placed(new SphereGeometry(5.4 * UNIT, 14, 10), { at: [0, 27 * UNIT, 0.08] })],
    badge: [-11, 4.2],
  }),
  archid: () => ({
    body: [
      cut('M-5 -44H5V-28H23V-18H5V-3H-5V-18H-23V-28H-5Z', 0.12, 0.026),
      placed(cut('M-5 -28H23V-18H-23V-28Z', 0.12, 0.026), { turn: [0, Math.PI / 2, 0] }),
    ],
    light: [
      plate('M-26 -31H-19V-15H-26Z', 0.07),
      plate('M19 -31H26V-15H19Z', 0.07),
      plate('M-8 -48H8V-41H-8Z', 0.07),
      ...[-1, 1].map((side) =>
        placed(plate('M-3.5 -31H3.5V-15H-3.5Z', 0.07), { at: [0, 0, side * 22 * UNIT], turn: [0, Math.PI / 2, 0] }),
      ),
      disc(-23, 6, 0.09),
    ],
    badge: [-23, 3],
  }),
  squam: () => ({
    body: [
      cut('M0 -42L10 -26L23 -34L15 -17L20 -3L7 -9L0 -3L-7 -9L-20 -3L-15 -17L-23 -34L-10 -26Z', 0.14, 0.03),
      placed(cut('M0 -42L8 -22L19 -17L9 -11L0 -3L-9 -11L-19 -17L-8 -22Z', 0.1, 0.026), { turn: [0, Math.PI / 2, 0] }),
    ],
    light: [plate('M0 -36L6 -22L0 -8L-6 -22Z', 0.09)],
    badge: [-22, 3.4],
  }),
  neornith: () => ({
    body: [
      cut('M0 -6C-4 -14 -14 -20 -27 -38C-13 -36 -6 -30 0 -22C6 -30 13 -36 27 -38C14 -20 4 -14 0 -6Z', 0.11, 0.026),
    ],
    light: [cut('M-5 -20C-6 -34 -3 -42 0 -46C3 -42 6 -34 5 -20L0 -4Z', 0.2, 0.04)],
    dark: [plate('M-2 -36H2L0 -31Z', 0.14)],
    badge: [-23, 3],
  }),
  trych: () => ({
    body: [
      placed(new SphereGeometry(8.6 * UNIT, 14, 10), { at: [0, 12 * UNIT, 0], size: [1, 1.1, 1] }),
      cut('M0 -29L8 -13L-8 -13Z', 0.2, 0.05),
    ],
    light: [
      plate('M-8 -14L-15 -8L-7 -8Z', 0),
      plate('M8 -14L15 -8L7 -8Z', 0),
      placed(plate('M-8 -14L-15 -8L-7 -8Z', 0), { turn: [0, Math.PI / 2, 0] }),
    ],
    dark: [disc(-14, 4.6, 0.22)],
    badge: [-14, 2.8],
  }),
};

/** An upright ring with a swirl in it, on a foot. */
function gate(seat: number): Figure {
  const ring = placed(new TorusGeometry(15.5 * UNIT, 4.4 * UNIT, 10, 34), {
    at: [0, 23 * UNIT, 0],
    size: [1, 1.36, 1],
  });
  const swirl = [0, Math.PI].map((turn) =>
    placed(new TorusGeometry(6.4 * UNIT, 1.3 * UNIT, 6, 18, Math.PI * 1.25), {
      at: [(turn ? -2.5 : 2.5) * UNIT, (turn ? 17 : 29) * UNIT, 0],
      turn: [0, 0, turn],
    }),
  );
  const parts: Part[] = [
    ...swirl.map((solid) => ({ solid, colour: LIGHT[seat]! })),
    { solid: cut('M-12 0H12L8 -6H-8Z', 0.3, 0.03), colour: DARK[seat]! },
    { solid: placed(new SphereGeometry(6.4 * UNIT, 14, 10), { at: [0, 47 * UNIT, 0] }), colour: VOID },
    ...badge(seat, -47, 4).map((solid) => ({ solid, colour: LIGHT[seat]! })),
  ];
  return figure([ring], parts, [ring]);
}

/** A ball with thorns all around. */
function mine(seat: number): Figure {
  const ball = placed(new SphereGeometry(10 * UNIT, 16, 12), { at: [0, 16 * UNIT, 0] });
  const thorn = new CylinderGeometry(0.004, 2.6 * UNIT, 9 * UNIT, 6).translate(0, 13 * UNIT, 0);
  const thorns = [
    ...around(8, (angle) =>
      thorn
        .clone()
        .rotateZ(angle)
        .translate(0, 16 * UNIT, 0),
    ),
    ...around(4, (angle) =>
      thorn
        .clone()
        .rotateX(angle + Math.PI / 4)
        .translate(0, 16 * UNIT, 0),
    ),
  ];
  return figure(
    [ball],
    [
      ...thorns.map((solid) => ({ solid, colour: COLOURS[seat]! })),
      ...badge(seat, -16, 3.4).map((solid) => ({ solid: placed(solid, { size: [1, 1, 1.95] }), colour: VOID })),
    ],
    [ball, ...thorns],
  );
}

const hoop = (k: number, wide = 19): BufferGeometry =>
  new TorusGeometry((wide - k * 1.1) * UNIT, 1.7 * UNIT, 7, 26)
    .rotateX(Math.PI / 2)
    .translate(0, (6 + k * 6.4) * UNIT, 0);

/** Rings that lie there for whoever comes. */
const loose = (rings: number): Figure =>
  figure(
    [],
    Array.from({ length: Math.min(rings, 5) }, (_, k) => ({
      solid: hoop(k * 0.6, 11).translate(((k % 2) * 7 - 3) * UNIT, -0.06, 0),
      colour: RING,
    })),
  );

/** A ship on its plate, with its rings around it. */
function ship(kind: string, seat: number, rings: number, starving: boolean): Figure {
  const drawn = SHIPS[kind]!();
  const lean = (solid: BufferGeometry): BufferGeometry => (starving ? solid.rotateZ(-0.24) : solid);
  const [y, r] = drawn.badge;
  const parts = (solids: readonly BufferGeometry[], colour: string): Part[] =>
    solids.map((solid) => ({ solid: lean(solid), colour }));
  const stand = seat
    ? new CylinderGeometry(0.3, 0.34, 0.06, 4).rotateY(Math.PI / 8)
    : new CylinderGeometry(0.27, 0.3, 0.06, 26);
  const hoops = Array.from({ length: rings }, (_, k) => hoop(k));
  const body = drawn.body.map(lean);
  return figure(
    body,
    [
      ...parts(drawn.light, starving ? EMPTY_LIGHT : LIGHT[seat]!),
      ...parts(drawn.dark ?? [], VOID),
      ...parts(drawn.white ?? [], '#ffffff'),
      ...parts(badge(seat, y, r), starving || kind !== 'trych' ? VOID : LIGHT[seat]!),
      { solid: stand.translate(0, 0.03, 0), colour: starving ? EMPTY : DARK[seat]! },
      ...hoops.map((solid) => ({ solid, colour: RING })),
    ],
    [...body, ...drawn.light, stand, ...hoops],
  );
}

const known = new Map<string, Figure>();

/** The figure of a piece, made once. */
export function figureOf(kind: string, seat: number, rings: number, starving: boolean): Figure {
  const key = [kind, seat, rings, starving].join();
  let found = known.get(key);
  if (!found) {
    if (kind === 'gate') found = gate(seat);
    else if (kind === 'mine') found = mine(seat);
    else if (kind === 'loose') found = loose(rings);
    else found = ship(kind, seat, rings, starving);
    known.set(key, found);
  }
  return found;
}

/** The seats' paint. Colour is the second sign: seat 1 is striped and stands on a rhomb. */
export const PAINTS = COLOURS.map((colour, seat) => toon(seatPaint(seat, colour, 4)));
export const GREY = toon(EMPTY);
export const INK = ink(VOID);

export const HOOP = new TorusGeometry(0.3, 0.028, 8, 32).rotateX(Math.PI / 2);
export const BODY = new CylinderGeometry(0.36, 0.36, 0.85, 8).translate(0, 0.43, 0); // what a pointer hits of a piece
export const GOLD = new MeshStandardMaterial({ color: RING, emissive: '#7a5a10', metalness: 0.3, roughness: 0.35 });

const clear = (colour: string, opacity: number): MeshBasicMaterial =>
  new MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false });
export const GLOW = new MeshBasicMaterial({ color: '#8CFFC1' });
export const GLOW_FILL = clear('#8CFFC1', 0.3);
export const CHOSEN_FILL = clear('#8CFFC1', 0.6);
export const MARK = new MeshBasicMaterial({ color: '#8C8BFF' });

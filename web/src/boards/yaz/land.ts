/** The land of a race as a few long paths, drawn once: terraces, tints, textures and the grid. */

import type { Ground, Place, Point } from '../../scene';
import { ellipse, f } from '../outlines';
import { seeded } from '../random';
import { coastOf } from './coast';

export const RADIUS = 36; // of a hex, from its middle to a corner, as the ground measures it

const CORNERS = Array.from({ length: 6 }, (_, i): Point => {
  const angle = ((60 * i - 90) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
});

/** A hex around a point. */
export const hexPath = ([x, y]: readonly [number, number], radius: number): string =>
  `M${CORNERS.map(([right, down]) => `${f(x + right * radius)} ${f(y + down * radius)}`).join('L')}Z`;

/** Some hexes as one outline: one element is drawn faster than many. */
export const hexes = (places: readonly Place[], radius: number): string =>
  places.map(({ at }) => hexPath(at, radius)).join('');

/** The line around some hexes. */
const around = (places: readonly Place[]): string =>
  coastOf(
    places.map(({ at }) => at),
    CORNERS,
    RADIUS,
  )
    .map((loop) => `M${loop.map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}Z`)
    .join('');

export interface Terrace {
  kind: string;
  coast: string; // the line around it; lower, it is its side
  tints: string[]; // its hexes by how much lighter they are, dark first
}

export interface Land {
  plate: string; // the map's rim
  water: string[]; // all hexes by tint, since mire lies below everything
  terraces: Terrace[]; // lowest first
  cracks: [string, string]; // in mud: light and dark
  puddles: string;
  pebbles: string;
  reeds: string;
  pools: string;
  ripples: string;
  bubbles: string;
  pads: { x: number; y: number; turn: number }[];
  grid: string;
  letters: { text: string; x: number; y: number }[];
  numbers: { text: string; x: number; y: number }[];
}

const TINTS = 5;
export const tint = (level: number): string => `${Math.round((30 * level) / (TINTS - 1))}%`;

export function landOf(ground: Ground): Land {
  const random = seeded(4);
  const between = (low: number, high: number): number => low + random() * (high - low);
  const of = (...kinds: string[]): Place[] => ground.places.filter(({ kind }) => kinds.includes(kind));
  const tinted = (places: readonly Place[], radius: number): string[] => {
    const levels = Array.from({ length: TINTS }, () => '');
    for (const { at } of places) levels[Math.floor(random() * TINTS)] += hexPath(at, radius);
    return levels;
  };
  const land: Land = {
    plate: around(ground.places),
    water: tinted(ground.places, RADIUS + 0.6),
    terraces: [
      { kind: 'muck', higher: ['mud', 'muck'] },
      { kind: 'mud', higher: ['mud'] },
    ].map(({ kind, higher }) => ({
      kind,
      coast: around(of(...higher)),
      tints: tinted(of(kind), RADIUS - 4),
    })),
    cracks: ['', ''],
    puddles: '',
    pebbles: '',
    reeds: '',
    pools: '',
    ripples: '',
    bubbles: '',
    pads: [],
    grid: hexes(ground.places, RADIUS),
    ...coordinates(ground),
  };
  const spot = ({ at: [x, y] }: Place, wide: number, up: number, down: number): [number, number] => [
    x + between(-wide, wide) * RADIUS,
    y + between(-up, down) * RADIUS,
  ];
  for (const place of ground.places) {
    if (place.kind === 'mud') {
      for (let i = 0; i < 3; i++) {
        const [x, y] = spot(place, 0.55, 0.5, 0.5);
        const width = between(5, 11);
        land.cracks[random() < 0.5 ? 0 : 1] +=
          `M${f(x - width)} ${f(y)}q${f(width)} ${f(between(2, 4))} ${f(2 * width)} 0`;
      }
      if (random() < 0.35) {
        const [x, y] = spot(place, 0.4, 0.4, 0.4);
        land.puddles += ellipse(x, y, between(4, 8), between(2, 3.2));
        land.pebbles += ellipse(x + 8, y - 4, 1.3, 1.3);
      }
    } else if (place.kind === 'muck') {
      for (let i = 0; i < 3; i++) {
        const [x, y] = spot(place, 0.58, 0.35, 0.6);
        const high = between(7, 12);
        for (const [bend, lean, tall] of [
          [-1, -4, 1],
          [0, 0.5, 1.15],
          [1, 4.5, 0.9],
        ] as const)
          land.reeds += `M${f(x)} ${f(y)}q${bend} ${f(-high * 0.6)} ${lean} ${f(-high * tall)}`;
      }
      land.pools += ellipse(...spot(place, 0.4, 0.4, 0.4), between(6, 10), between(2.5, 4));
    } else {
      for (let i = 0; i < 2; i++) {
        const [x, y] = spot(place, 0.5, 0.5, 0.5);
        const width = between(6, 11);
        land.ripples += `M${f(x - width)} ${f(y)}q${f(width / 2)} -3.4 ${f(width)} 0t${f(width)} 0`;
      }
      const [x, y] = spot(place, 0.4, 0.4, 0.4);
      if (random() < 0.5) land.pads.push({ x, y, turn: Math.round(between(0, 360)) });
      else land.bubbles += ellipse(x, y, 3.2, 3.2) + ellipse(x + 6, y - 4, 1.7, 1.7);
    }
  }
  return land;
}

/** The column letters above and the row numbers on the left. */
function coordinates(ground: Ground): Pick<Land, 'letters' | 'numbers'> {
  const letters = [];
  const numbers = [];
  for (const { id, at } of ground.places) {
    const name = id.slice(id.indexOf(':') + 1);
    if (name.slice(1) === '1') letters.push({ text: name[0]!, x: at[0], y: at[1] - RADIUS - 6 });
    if (name[0] === 'a') numbers.push({ text: name.slice(1), x: 18, y: at[1] });
  }
  return { letters, numbers };
}

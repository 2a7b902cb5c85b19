/** The mountain in the round: tops with cut edges, snow and stones on them, sides of rock and slope, and a line around it. */

import {
  BoxGeometry,
  BufferGeometry,
  Color,
  ConeGeometry,
  Float32BufferAttribute,
  SphereGeometry,
  type Texture,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { hullOf } from '../ink';
import { seeded } from '../random';
import { canvas, texture, type Vector } from '../spatial';
import { coloured, placed, type Part } from '../toon';
import { rockFace, slopeFace, WIDE } from './faces';
import { SHADES, type Relief } from './mountain';

export interface Colours {
  tops: string[]; // by shade
  slopes: string[];
  slopeShade: string;
  rock: string;
  crack: string;
  edge: string; // where light falls on an edge
  tick: string; // hachures
  tickOnPeak: string;
  stone: string;
  gold: string;
}

/** How high the top of a square of a height lies, and how thick its block is. */
export interface Layout {
  topOf: (height: number) => number;
  thickOf: (height: number) => number;
}

export const SIDES = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] } as const;
const LEVEL = 0.42; // height of a level in the pictures of faces
const KINDS = 3; // of each face, so that neighbours differ
const CUT = 0.035; // of the edges
const TICKS = 7; // hachures on an edge

/** All faces in one picture: for each shade some of rock above, of slope below. */
export class Faces {
  readonly picture: Texture;
  private high = Math.round(WIDE * LEVEL * SHADES);
  private wide = WIDE * KINDS * SHADES;

  constructor({ tops, slopes, slopeShade, rock, crack }: Colours) {
    const [made, pen] = canvas(this.wide, 2 * this.high);
    for (let shade = 0; shade < SHADES; shade++)
      for (let kind = 0; kind < KINDS; kind++) {
        const [x, tall] = [(shade * KINDS + kind) * WIDE, (shade + 1) * LEVEL];
        pen.drawImage(rockFace(tall, 17 * shade + kind, rock, crack, tops[shade]!), x, 0);
        pen.drawImage(slopeFace(tall, 11 * shade + kind, slopes[shade]!, slopeShade), x, this.high);
      }
    this.picture = texture(made);
  }

  /** Where a face is: left, right, top and bottom, in shares. */
  of(shade: number, kind: number, rocky: boolean): [number, number, number, number] {
    const left = ((shade - 1) * KINDS + kind) * WIDE;
    const top = rocky ? 0 : this.high;
    const [u, v] = [1 / this.wide, 1 / (2 * this.high)];
    return [(left + 1) * u, (left + WIDE - 1) * u, 1 - (top + 1) * v, 1 - (top + shade * LEVEL * WIDE - 2) * v];
  }
}

export interface Massif {
  tops: BufferGeometry; // in colours of its own
  sides: BufferGeometry; // in the picture of the faces
  hull: BufferGeometry;
}

const middleOf = ({ x, y }: Relief): [number, number] => [x - 3.5, y - 2.5];

export function massif(squares: readonly Relief[], layout: Layout, faces: Faces, colours: Colours): Massif {
  const bySpot = new Map(squares.map((square) => [`${square.x} ${square.y}`, square]));
  const tops = squares.map((square) => topOf(square, layout, colours));
  const details = squares.flatMap((square) => [
    ...scattered(square, layout, colours),
    ...edges(square, bySpot, layout, colours),
  ]);
  const boxes = squares.map((square) => {
    const [x, z] = middleOf(square);
    const [top, thick] = [layout.topOf(square.height), layout.thickOf(square.height)];
    // Below the cut edges, so that no line shows in the grooves between squares.
    const low = 2 * CUT;
    const box = new BoxGeometry(1, thick - low, 1).translate(x, top - low - (thick - low) / 2, z);
    box.deleteAttribute('uv').deleteAttribute('normal');
    return box;
  });
  return {
    tops: mergeGeometries([...tops, coloured(details)])!,
    sides: sidesOf(squares, layout, faces),
    hull: hullOf(mergeGeometries(boxes)!),
  };
}

/** The top of a block, and its four cut edges, lighter towards the northwest. */
function topOf(square: Relief, { topOf: high }: Layout, { tops, edge }: Colours): BufferGeometry {
  const [x, z] = middleOf(square);
  const y = high(square.height);
  const [points, normals, paints]: [number[], number[], number[]] = [[], [], []];
  const plain = new Color(tops[square.shade - 1]!);
  const light = plain.clone().lerp(new Color(edge), 0.8);
  const dull = plain.clone().multiplyScalar(0.86);
  const quad = (corners: Vector[], normal: Vector, { r, g, b }: Color): void => {
    for (const k of [0, 1, 2, 0, 2, 3]) {
      points.push(...corners[k]!);
      normals.push(...normal);
      paints.push(r, g, b);
    }
  };
  const [inner, outer] = [0.5 - CUT, 0.5];
  const at = (u: number, v: number, down: number): Vector => [x + u, y - down, z + v];
  quad([at(-inner, inner, 0), at(inner, inner, 0), at(inner, -inner, 0), at(-inner, -inner, 0)], [0, 1, 0], plain);
  for (const [dx, dz] of Object.values(SIDES)) {
    const across = ([a, b]: [number, number], far: number, down: number): Vector =>
      at(dx * far + dz * a * b, dz * far - dx * a * b, down);
    quad(
      [
        across([-1, outer], outer, CUT),
        across([1, outer], outer, CUT),
        across([1, inner], inner, 0),
        across([-1, inner], inner, 0),
      ],
      [dx * 0.7, 0.7, dz * 0.7],
      dx + dz < 0 ? light : dull,
    );
  }
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(points, 3));
  made.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  made.setAttribute('color', new Float32BufferAttribute(paints, 3));
  return made;
}

/** The sides of all blocks, down to where the next one hides them. */
function sidesOf(squares: readonly Relief[], { topOf: high, thickOf }: Layout, faces: Faces): BufferGeometry {
  const [points, normals, uvs]: [number[], number[], number[]] = [[], [], []];
  for (const square of squares) {
    const { x, y, height, shade, cliffs } = square;
    const [cx, cz] = middleOf(square);
    const [up, down] = [high(height) - CUT, high(height) - thickOf(height)];
    for (const [way, [dx, dz]] of Object.entries(SIDES)) {
      const [left, right, top, bottom] = faces.of(shade, (5 * x + 3 * y + dx + KINDS) % KINDS, cliffs.includes(way));
      const at = (across: number, level: number): Vector => [
        cx + dx * 0.5 + dz * across,
        level,
        cz + dz * 0.5 - dx * across,
      ];
      const corners: [Vector, number, number][] = [
        [at(-0.5, down), left, bottom],
        [at(0.5, down), right, bottom],
        [at(0.5, up), right, top],
        [at(-0.5, up), left, top],
      ];
      for (const k of [0, 1, 2, 0, 2, 3]) {
        const [point, u, v] = corners[k]!;
        points.push(...point);
        normals.push(dx, 0, dz);
        uvs.push(u, v);
      }
    }
  }
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(points, 3));
  made.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  made.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
  return made;
}

const STONE = new ConeGeometry(0.045, 0.06, 4).translate(0, 0.03, 0);
const DRIFT = new SphereGeometry(0.09, 8, 3, 0, 2 * Math.PI, 0, Math.PI / 2);

/** Stones below, drifts of snow above. */
function scattered(square: Relief, { topOf: high }: Layout, { stone, edge }: Colours): Part[] {
  const [x, z] = middleOf(square);
  const random = seeded(1000 + square.y * 8 + square.x);
  return Array.from({ length: 3 }, () => {
    const at: Vector = [x - 0.34 + 0.68 * random(), high(square.height), z - 0.34 + 0.68 * random()];
    const size = 0.7 + 0.6 * random();
    return square.shade === 1
      ? { solid: placed(STONE, { at, size, turn: [0, 6 * random(), 0] }), colour: stone }
      : { solid: placed(DRIFT, { at, size: [size, size * 0.16, size * 0.55] }), colour: edge };
  });
}

/** Small strokes on the upper side of every cliff, and the gold rim of the peak. */
function edges(square: Relief, bySpot: ReadonlyMap<string, Relief>, { topOf: high }: Layout, colours: Colours): Part[] {
  const { x, y, peak, cliffs, height, shade } = square;
  const [cx, cz] = middleOf(square);
  const top = high(height);
  return Object.entries(SIDES).flatMap(([way, [dx, dz]]) => {
    const found: Part[] = [];
    if (peak && !bySpot.get(`${x + dx} ${y + dz}`)?.peak)
      found.push({
        solid: new BoxGeometry(dx ? 0.06 : 1.06, 0.06, dz ? 0.06 : 1.06).translate(cx + dx * 0.5, top, cz + dz * 0.5),
        colour: colours.gold,
      });
    if (cliffs.includes(way))
      for (let k = 0; k < TICKS; k++) {
        const t = (k + 0.5) / TICKS - 0.5;
        found.push({
          solid: new BoxGeometry(dx ? 0.14 : 0.026, 0.014, dz ? 0.14 : 0.026).translate(
            cx + (dx ? dx * 0.38 : t),
            top,
            cz + (dz ? dz * 0.38 : t),
          ),
          colour: shade === SHADES ? colours.tickOnPeak : colours.tick,
        });
      }
    return found;
  });
}

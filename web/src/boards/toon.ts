/** Solids as the drawings have them: flat colour, one light with a soft edge to its shade, an ink line around everything. */

import {
  BufferGeometry,
  Color,
  DataTexture,
  Float32BufferAttribute,
  LinearFilter,
  MeshBasicMaterial,
  MeshToonMaterial,
  RedFormat,
  Vector3,
  type Texture,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { mergeGeometries, mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { hullOf } from './ink';
import type { Vector } from './spatial';

/** How bright a face is from turned away to turned towards the light, of 255. */
const SHADES = new Uint8Array([96, 104, 120, 176, 214, 232, 248, 255]);

const shades = new DataTexture(SHADES, SHADES.length, 1, RedFormat);
shades.minFilter = shades.magFilter = LinearFilter;
shades.needsUpdate = true;

/** Paint of a colour, or of a picture. */
export const toon = (paint: string | Texture): MeshToonMaterial =>
  new MeshToonMaterial({ gradientMap: shades, ...(typeof paint === 'string' ? { color: paint } : { map: paint }) });

/** Paint for solids whose parts have colours of their own. */
export const TRIM = new MeshToonMaterial({ gradientMap: shades, vertexColors: true });

/** Paint that one sees through, for what is only planned. */
export const ghostly = (colour: string): MeshToonMaterial =>
  new MeshToonMaterial({ gradientMap: shades, color: colour, transparent: true, opacity: 0.45, depthWrite: false });

/** Light that stays as it is, whatever the sun does. */
export const bright = (colour: string, opacity = 1): MeshBasicMaterial =>
  new MeshBasicMaterial({ color: colour, transparent: opacity < 1, opacity, depthWrite: opacity === 1 });

export interface Part {
  solid: BufferGeometry;
  colour: string;
}

/** A figure: what has its owner's paint, what has colours of its own, and the line around both. */
export interface Figure {
  body: BufferGeometry | null;
  trim: BufferGeometry | null;
  hull: BufferGeometry;
}

/** A figure from its parts; `outlined` are those with an ink line, all of them unless told. */
export function figure(
  body: readonly BufferGeometry[],
  trim: readonly Part[],
  outlined?: readonly BufferGeometry[],
): Figure {
  const solids = outlined ?? [...body, ...trim.map(({ solid }) => solid)];
  return {
    // Faces share their corners: each is worked out once then, which without a card is most of a picture's work.
    body: body.length ? mergeVertices(joined(body)) : null,
    trim: trim.length ? mergeVertices(coloured(trim)) : null,
    hull: hullOf(mergeGeometries(solids.map((solid) => bare(solid, ['position'])))!),
  };
}

export const joined = (solids: readonly BufferGeometry[]): BufferGeometry =>
  mergeGeometries(solids.map((solid) => bare(solid, ['position', 'normal', 'uv'])))!;

/** Parts as one solid that remembers the colour of each. */
export function coloured(parts: readonly Part[]): BufferGeometry {
  return mergeGeometries(
    parts.map(({ solid, colour }) => {
      const own = bare(solid, ['position', 'normal']);
      const { r, g, b } = new Color(colour);
      const count = own.getAttribute('position').count;
      own.setAttribute('color', new Float32BufferAttribute(Array.from({ length: count }, () => [r, g, b]).flat(), 3));
      return own;
    }),
  )!;
}

/** A copy with some attributes only and without an index, so that it can be joined with any other. */
function bare(solid: BufferGeometry, kept: readonly string[]): BufferGeometry {
  const own = solid.index ? solid.toNonIndexed() : solid.clone();
  for (const name of Object.keys(own.attributes)) if (!kept.includes(name)) own.deleteAttribute(name);
  return own;
}

export interface Placing {
  at?: Vector;
  turn?: Vector;
  size?: Vector | number;
}

/** A solid moved, turned and stretched. */
export function placed(solid: BufferGeometry, { at = [0, 0, 0], turn = [0, 0, 0], size = 1 }: Placing): BufferGeometry {
  const [x, y, z] = typeof size === 'number' ? [size, size, size] : size;
  return solid
    .clone()
    .scale(x, y, z)
    .rotateX(turn[0])
    .rotateY(turn[1])
    .rotateZ(turn[2])
    .translate(...at);
}

export const around = <Made>(count: number, part: (angle: number, k: number) => Made): Made[] =>
  Array.from({ length: count }, (_, k) => part((k * 2 * Math.PI) / count, k));

/** A solid with flat faces, given as polygons, whose edges and corners are cut off. */
export function chamfered(faces: readonly (readonly Vector[])[], cut: number): BufferGeometry {
  const points = faces.flatMap((face) => {
    const middle = face
      .reduce((sum, corner) => sum.add(new Vector3(...corner)), new Vector3())
      .divideScalar(face.length);
    return face.map((corner) => {
      const own = new Vector3(...corner);
      const inwards = middle.clone().sub(own);
      return own.addScaledVector(inwards.normalize(), Math.min(cut, inwards.length() / 2) * Math.SQRT2);
    });
  });
  return new ConvexGeometry(points);
}

/** A box from the ground up with cut edges. */
export function slab(width: number, height: number, depth: number, cut: number): BufferGeometry {
  const [x, z] = [width / 2, depth / 2];
  const corner = (k: number): Vector => [k & 1 ? x : -x, k & 2 ? height : 0, k & 4 ? z : -z];
  const faces = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  // Cut by the same length on every face, however long its sides are.
  const points = faces.flatMap((face) =>
    face.map((k) => {
      const at = corner(k);
      const same = [0, 1, 2].find((axis) => face.every((other) => corner(other)[axis] === at[axis]))!;
      const ends: Vector = [x, height / 2, z];
      return new Vector3(
        ...([0, 1, 2].map((axis) => {
          if (axis === same) return at[axis]!;
          const middle = axis === 1 ? height / 2 : 0;
          return middle + Math.sign(at[axis]! - middle) * Math.max(0, ends[axis]! - cut);
        }) as Vector),
      );
    }),
  );
  return new ConvexGeometry(points);
}

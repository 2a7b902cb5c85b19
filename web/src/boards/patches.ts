/** What lies flat on a 3-D board, many of a kind in one solid: lit squares, frames around them, dotted ways. */

import { BufferGeometry, Float32BufferAttribute, SphereGeometry } from 'three';
import { joined, placed } from './toon';
import type { Vector } from './spatial';

/** A polygon around 0,0, as corners from one to the next. */
export type Outline = readonly (readonly [number, number])[];

/** A square with round corners. */
export function roundedSquare(half: number, round: number, steps = 5): Outline {
  return [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].flatMap(([x, y], corner) =>
    Array.from({ length: steps + 1 }, (_, k) => {
      const angle = ((corner + k / steps) * Math.PI) / 2;
      return [x! * (half - round) + round * Math.cos(angle), y! * (half - round) + round * Math.sin(angle)] as const;
    }),
  );
}

export const circle = (radius: number, steps = 28): Outline =>
  Array.from({ length: steps }, (_, k) => {
    const angle = (k * 2 * Math.PI) / steps;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });

function solid(positions: readonly number[]): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(positions, 3));
  return made;
}

/** The same outline, filled, at many spots; each may have a size of its own. */
export function filled(spots: readonly Vector[], outline: Outline, sizes?: readonly number[]): BufferGeometry {
  return solid(
    spots.flatMap(([x, y, z], k) => {
      const size = sizes?.[k] ?? 1;
      return outline.flatMap(([u, v], corner) => {
        const [p, q] = outline[(corner + 1) % outline.length]!;
        return [x, y, z, x + p * size, y, z + q * size, x + u * size, y, z + v * size];
      });
    }),
  );
}

/** The same outline as a line of a width, inwards from its edge. `dashed`: every other stretch of it. */
export function framed(
  spots: readonly Vector[],
  outline: Outline,
  width: number,
  { sizes, dashed = false }: { sizes?: readonly number[]; dashed?: boolean } = {},
): BufferGeometry {
  return solid(
    spots.flatMap(([x, y, z], k) => {
      const size = sizes?.[k] ?? 1;
      return outline.flatMap(([u, v], corner) => {
        if (dashed && corner % 2) return [];
        const [p, q] = outline[(corner + 1) % outline.length]!;
        const inner = (a: number, b: number): [number, number] => {
          const share = 1 - width / (size * Math.hypot(a, b));
          return [a * share, b * share];
        };
        const [[iu, iv], [ip, iq]] = [inner(u, v), inner(p, q)];
        const at = (a: number, b: number): Vector => [x + a * size, y, z + b * size];
        return [at(u, v), at(iu, iv), at(p, q), at(p, q), at(iu, iv), at(ip, iq)].flat();
      });
    }),
  );
}

const BEAD = new SphereGeometry(1, 8, 6);

/** A dotted way over some spots. */
export function beads(spots: readonly Vector[], radius: number): BufferGeometry {
  return spots.length ? joined(spots.map((at) => placed(BEAD, { at, size: radius }))) : new BufferGeometry();
}

/** Spots along a way, so many for each stretch. */
export const along = (way: readonly Vector[], count: number): Vector[] =>
  way.flatMap((to, k) => {
    const from = way[k - 1];
    if (!from) return [];
    return Array.from(
      { length: count },
      (_, part) => [0, 1, 2].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * (part + 1)) / count) as Vector,
    );
  });

/** What the board of Mars is made of in the 3-D view: its frame, what stands beside the named squares, trays, barriers. */

import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  type BufferGeometry,
} from 'three';
import type { Vector } from '../spatial';
import { around, coloured, figure, placed, slab, type Figure, type Part } from '../toon';

export interface Colours {
  frame: string;
  moulding: string;
  cream: string;
  rust: string;
  stone: string;
  dark: string;
}

/** A square ring that stands on the ground, with round outer corners and a bevel. */
function ring(outer: number, inner: number, height: number, round: number): BufferGeometry {
  const shape = new Shape();
  const edge = outer - round;
  shape.moveTo(-edge, -outer);
  shape.lineTo(edge, -outer).absarc(edge, -edge, round, -Math.PI / 2, 0, false);
  shape.lineTo(outer, edge).absarc(edge, edge, round, 0, Math.PI / 2, false);
  shape.lineTo(-edge, outer).absarc(-edge, edge, round, Math.PI / 2, Math.PI, false);
  shape.lineTo(-outer, -edge).absarc(-edge, -edge, round, Math.PI, 1.5 * Math.PI, false);
  const hole = new Shape();
  hole.moveTo(-inner, -inner).lineTo(-inner, inner).lineTo(inner, inner).lineTo(inner, -inner).closePath();
  shape.holes.push(hole);
  const bevel = { bevelEnabled: true, bevelThickness: 0.05, bevelSize: 0.05, bevelSegments: 3, curveSegments: 6 };
  return new ExtrudeGeometry(shape, { depth: height, ...bevel }).rotateX(-Math.PI / 2);
}

/** Frame and moulding around the squares, whose tops are at 0. */
export function frameOf({ frame, moulding }: Colours): Figure {
  const outer = ring(4.55, 4.06, 0.2, 0.22).translate(0, -0.16, 0);
  const inner = ring(4.17, 4.05, 0.2, 0.03).translate(0, -0.1, 0);
  const foot = placed(new BoxGeometry(8.9, 0.3, 8.9), { at: [0, -0.32, 0] });
  return figure(
    [],
    [
      { solid: outer, colour: frame },
      { solid: inner, colour: moulding },
      { solid: foot, colour: frame },
    ],
    [outer, foot],
  );
}

const BALL = new SphereGeometry(1, 20, 12, 0, 2 * Math.PI, 0, Math.PI / 2);

/** A dome with a door and a flag. */
const home = ({ cream, rust, dark }: Colours): Part[] => [
  { solid: placed(new CylinderGeometry(0.42, 0.46, 0.08, 24), { at: [0, 0.04, 0] }), colour: rust },
  { solid: placed(BALL, { at: [0, 0.08, 0], size: [0.38, 0.36, 0.38] }), colour: cream },
  {
    solid: placed(new TorusGeometry(0.36, 0.022, 6, 24, Math.PI), { at: [0, 0.08, 0], size: [1, 0.97, 1] }),
    colour: rust,
  },
  { solid: placed(slab(0.2, 0.22, 0.12, 0.03), { at: [0, 0.08, 0.32] }), colour: rust },
  { solid: placed(slab(0.12, 0.15, 0.06, 0.02), { at: [0, 0.08, 0.37] }), colour: dark },
  { solid: placed(new CylinderGeometry(0.012, 0.012, 0.3, 6), { at: [0, 0.56, 0] }), colour: dark },
  { solid: placed(new BoxGeometry(0.17, 0.1, 0.015), { at: [0.09, 0.65, 0] }), colour: rust },
];

/** Columns under a gable. */
const government = ({ cream, rust, stone, dark }: Colours): Part[] => [
  { solid: slab(0.86, 0.08, 0.6, 0.02), colour: stone },
  { solid: placed(slab(0.76, 0.07, 0.5, 0.02), { at: [0, 0.08, 0] }), colour: cream },
  ...[-0.3, -0.1, 0.1, 0.3].map((x) => ({
    solid: placed(new CylinderGeometry(0.045, 0.055, 0.34, 10), { at: [x, 0.32, 0.17] }),
    colour: cream,
  })),
  { solid: placed(slab(0.62, 0.34, 0.24, 0.02), { at: [0, 0.15, -0.08] }), colour: stone },
  { solid: placed(slab(0.8, 0.07, 0.54, 0.02), { at: [0, 0.49, 0] }), colour: cream },
  {
    solid: placed(new CylinderGeometry(0.3, 0.3, 0.5, 3), {
      at: [0, 0.66, 0],
      turn: [Math.PI / 2, 0, 0],
      size: [1.3, 1, 0.62],
    }),
    colour: rust,
  },
  { solid: placed(new CylinderGeometry(0.012, 0.012, 0.26, 6), { at: [0, 0.96, 0] }), colour: dark },
  { solid: placed(new BoxGeometry(0.16, 0.09, 0.015), { at: [0.08, 1.04, 0] }), colour: rust },
];

/** Three crates. */
const depot = ({ cream, rust }: Colours): Part[] =>
  (
    [
      [-0.21, 0, 0],
      [0.21, 0, 0.04],
      [0, 0.38, 0.01],
    ] as Vector[]
  ).flatMap((at) => [
    { solid: placed(slab(0.36, 0.36, 0.36, 0.03), { at }), colour: rust },
    ...[-0.13, 0.13].map((x) => ({
      solid: placed(new BoxGeometry(0.06, 0.37, 0.38), { at: [at[0] + x, at[1] + 0.18, at[2]] }),
      colour: cream,
    })),
  ]);

/** A rocket on its pad. */
const pad = ({ cream, rust, stone, dark }: Colours): Part[] => [
  { solid: placed(new CylinderGeometry(0.44, 0.48, 0.08, 24), { at: [0, 0.04, 0] }), colour: stone },
  { solid: placed(new CylinderGeometry(0.17, 0.15, 0.5, 18), { at: [0, 0.5, 0] }), colour: cream },
  { solid: placed(new ConeGeometry(0.17, 0.36, 18), { at: [0, 0.93, 0] }), colour: rust },
  { solid: placed(new CylinderGeometry(0.12, 0.16, 0.1, 14), { at: [0, 0.21, 0] }), colour: dark },
  ...around(3, (angle) => ({
    solid: placed(new ConeGeometry(0.13, 0.36, 4), {
      at: [0.2 * Math.sin(angle), 0.28, 0.2 * Math.cos(angle)],
      turn: [0, angle, 0],
      size: [0.4, 1, 1],
    }),
    colour: rust,
  })),
  { solid: placed(new SphereGeometry(0.075, 12, 10), { at: [0, 0.6, 0.14] }), colour: '#8fd3e8' },
];

const LANDMARKS: Record<string, (colours: Colours) => Part[]> = { home, government, depot, pad };

/** What stands beside the named squares, each at its spot. */
export function landmarksOf(spots: Readonly<Record<string, Vector>>, colours: Colours): Figure {
  return figure(
    [],
    Object.entries(spots).flatMap(([kind, at]) =>
      (LANDMARKS[kind]?.(colours) ?? []).map(({ solid, colour }) => ({ solid: placed(solid, { at }), colour })),
    ),
  );
}

const POSTS = 6; // stretches of a barrier's side

/** Barriers around squares: striped and high where nobody gets in, low and broken where somebody does. */
export function barriers(
  squares: readonly { at: Vector; closed: boolean }[],
  { cream, frame }: Pick<Colours, 'cream' | 'frame'>,
): BufferGeometry {
  const parts = squares.flatMap(({ at: [x, , z], closed }) =>
    around(4, (angle, side) =>
      Array.from({ length: POSTS }, (_, k) => ({ k, t: (k + 0.5) / POSTS - 0.5 }))
        .filter(({ k }) => closed || k % 2 === side % 2)
        .map(({ k, t }): Part => {
          const [c, s] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
          const long = 0.96 / POSTS;
          return {
            solid: placed(new BoxGeometry(c ? long : 0.06, closed ? 0.2 : 0.07, c ? 0.06 : long), {
              at: [x + (c ? t * 0.96 : s * 0.45), closed ? 0.1 : 0.035, z + (c ? c * 0.45 : t * 0.96)],
            }),
            colour: closed && k % 2 === side % 2 ? cream : frame,
          };
        }),
    ).flat(),
  );
  return coloured(parts);
}

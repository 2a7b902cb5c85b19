/** A yeti in the round, as it is drawn: a shaggy bell with horns, a face with two teeth, a scarf, its shape on the belly. */

import {
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  type BufferGeometry,
} from 'three';
import { shapePath } from '../../seats/seats';
import { ink } from '../ink';
import { around, figure, placed, type Figure, type Part } from '../toon';

const INK = '#1d2b38';
export const LINE = ink(INK);
const BONE = '#f3e2c0';
const BALL = new SphereGeometry(1, 16, 12);
const SMALL = new SphereGeometry(1, 10, 7);

/** Colours of a yeti's own, by its seat. */
export interface Fur {
  fur: string;
  face: string;
  tuft: string;
  seat: string;
}

/** A bell from the hem up, narrower at the neck, round at the top. */
const BELL = new LatheGeometry(
  [
    [0.001, 0],
    [0.255, 0.02],
    [0.275, 0.1],
    [0.27, 0.24],
    [0.245, 0.4],
    [0.215, 0.54],
    [0.2, 0.66],
    [0.17, 0.76],
    [0.11, 0.83],
    [0.001, 0.86],
  ].map(([x, y]) => new Vector2(x, y)),
  22,
);

/** Tufts of fur that hang over the hem. */
const HEM = around(13, (angle) =>
  placed(new ConeGeometry(0.085, 0.19, 5), {
    at: [0.245 * Math.sin(angle), 0.055, 0.245 * Math.cos(angle)],
    turn: [Math.PI + 0.18, angle, 0],
  }),
);

const horn = (side: number): BufferGeometry =>
  placed(new ConeGeometry(0.055, 0.2, 9), { at: [side * 0.115, 0.9, 0], turn: [0, 0, -side * 0.32] });

/** An arm with three claws of fur, hanging or thrown up. */
function arm(side: number, up: boolean): BufferGeometry[] {
  const [x, y] = up ? [0.32, 0.66] : [0.285, 0.3];
  const turn = up ? -side * 0.55 : side * 0.32;
  const hand = up ? 1 : -1;
  return [
    placed(SMALL, { at: [side * x, y, 0.05], size: [0.085, 0.2, 0.09], turn: [0, 0, turn] }),
    ...[-0.05, 0, 0.05].map((beside) =>
      placed(new ConeGeometry(0.04, 0.1, 5), {
        at: [side * (x + (up ? 0.09 : 0.05)) + beside, y + hand * 0.2, 0.06],
        turn: [0, 0, hand > 0 ? turn : Math.PI + turn],
      }),
    ),
  ];
}

/** A seat's shape as a thin plate. */
function badge(seat: number, r: number): BufferGeometry {
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawn.setAttribute('d', shapePath(seat, 10)); // large, for lengths are rounded
  const outline = Array.from({ length: 40 }, (_, k) => {
    const { x, y } = drawn.getPointAtLength((drawn.getTotalLength() * k) / 40);
    return new Vector2((x * r) / 10, (-y * r) / 10);
  });
  return new ExtrudeGeometry(new Shape(outline), { depth: 0.015, bevelEnabled: false });
}

function face(mood: string, colours: Fur): Part[] {
  const dazed = mood === 'dazed' || mood === 'struck';
  const roaring = mood === 'roaring';
  const eye = (side: number): Part[] => [
    { solid: placed(SMALL, { at: [side * 0.066, 0.7, 0.2], size: [0.05, 0.054, 0.034] }), colour: '#ffffff' },
    ...(mood === 'dazed'
      ? [0.785, -0.785].map((turn) => ({
          solid: placed(new CylinderGeometry(0.009, 0.009, 0.075, 6), {
            at: [side * 0.066, 0.7, 0.237],
            turn: [0, 0, turn],
          }),
          colour: INK,
        }))
      : [{ solid: placed(SMALL, { at: [side * 0.062, 0.694, 0.225], size: 0.024 }), colour: INK }]),
    {
      solid: placed(new CylinderGeometry(0.013, 0.013, 0.1, 6), {
        at: [side * 0.075, dazed ? 0.77 : 0.762, 0.222],
        turn: [0, 0, Math.PI / 2 + side * (dazed ? -0.35 : 0.28)],
      }),
      colour: INK,
    },
  ];
  const tooth = (x: number): Part => ({
    solid: placed(new ConeGeometry(0.022, 0.062, 6), {
      at: [x, roaring ? 0.612 : 0.578, 0.232],
      turn: [Math.PI, 0, 0],
    }),
    colour: '#ffffff',
  });
  const mouth: Part = roaring
    ? { solid: placed(BALL, { at: [0, 0.585, 0.2], size: [0.075, 0.062, 0.034] }), colour: INK }
    : {
        solid: placed(new TorusGeometry(0.062, 0.012, 6, 14, Math.PI), {
          at: [0, dazed ? 0.575 : 0.62, 0.216],
          turn: [-0.1, 0, dazed ? 0 : Math.PI],
        }),
        colour: INK,
      };
  return [
    {
      solid: placed(BALL, { at: [0, 0.665, 0.105], size: [0.155, 0.15, 0.115] }),
      colour: dazed ? '#9cc4ea' : colours.face,
    },
    ...eye(-1),
    ...eye(1),
    mouth,
    ...(dazed ? [] : [tooth(-0.036), tooth(0.036)]),
  ];
}

/** A yeti in a mood; its scarf is what has its seat's paint. */
export function yeti(seat: number, mood: string, colours: Fur): Figure {
  const up = mood === 'roaring' || mood === 'running';
  const fur = [BELL, ...HEM, ...arm(-1, up), ...arm(1, up)];
  const horns = [horn(-1), horn(1)];
  const scarf = [
    placed(new TorusGeometry(0.2, 0.056, 8, 26), {
      at: [0, 0.5, 0],
      turn: [Math.PI / 2, 0, 0],
      size: [1.05, 1.05, 1.05],
    }),
    placed(SMALL, { at: [0.1, 0.47, 0.225], size: [0.05, 0.05, 0.035] }),
    placed(new CylinderGeometry(0.045, 0.06, 0.2, 6), {
      at: [0.125, 0.35, 0.255],
      turn: [0.12, 0, 0.12],
      size: [1, 1, 0.5],
    }),
  ];
  const belly = placed(badge(seat, 0.062), { at: [-0.03, 0.24, 0.268], turn: [-0.02, 0, 0] });
  return figure(
    scarf,
    [
      ...fur.map((solid) => ({ solid, colour: colours.fur })),
      ...horns.map((solid) => ({ solid, colour: BONE })),
      ...face(mood, colours),
      { solid: belly, colour: colours.seat },
    ],
    [...fur, ...horns, ...scarf],
  );
}

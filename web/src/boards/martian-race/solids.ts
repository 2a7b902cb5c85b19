/** The figures of the 3-D view: Martians of base 2 × 2 and height TALL with as many eyes as they are large, and the dog. */

import {
  BoxGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  SphereGeometry,
  TorusGeometry,
  type BufferGeometry,
  type Texture,
} from 'three';
import { ink } from '../ink';
import { canvas, seatTile, texture, type Vector } from '../spatial';
import { shapePath } from '../../seats/seats';
import { around, chamfered, figure, placed, type Figure, type Part } from '../toon';

export const TALL = 2.3; // heights of half a base
const INK = '#24100a';
export const LINE = ink(INK);
const LEAN = Math.atan2(1, TALL); // of a face against upright
const BASE = 0.44; // of the face's picture, at its bottom: the paint of the base

const APEX: Vector = [0, TALL, 0];
const CORNERS: Vector[] = [
  [-1, 0, -1],
  [1, 0, -1],
  [1, 0, 1],
  [-1, 0, 1],
];
const PYRAMID = papered(chamfered([CORNERS, ...CORNERS.map((one, k) => [one, CORNERS[(k + 1) % 4]!, APEX])], 0.1));

/** Lay the picture of a face on every side, and its lowest part on the base. */
function papered(pyramid: BufferGeometry): BufferGeometry {
  const [points, normals] = ['position', 'normal'].map((name) => pyramid.getAttribute(name));
  const uv = new Float32BufferAttribute(new Float32Array(2 * points!.count), 2);
  for (let k = 0; k < points!.count; k++) {
    const [x, y, z] = [points!.getX(k), points!.getY(k), points!.getZ(k)];
    const [nx, ny, nz] = [normals!.getX(k), normals!.getY(k), normals!.getZ(k)];
    const across = Math.abs(nx) > Math.abs(nz) ? -z * Math.sign(nx) : x * Math.sign(nz);
    if (ny < -0.2) uv.setXY(k, (1 - x) / 2, ((1 - z) / 2) * BASE);
    else uv.setXY(k, (across + 1) / 2, BASE + (1 - BASE) * (y / TALL));
  }
  pyramid.setAttribute('uv', uv);
  return pyramid;
}

/** The picture of a family's faces: its pattern, light above and shade below, inked edges, its shape, a light tip. */
export function facePaint(seat: number, colour: string): Texture {
  const [wide, high] = [256, 512];
  const [made, pen] = canvas(wide, high);
  const foot = high * (1 - BASE);
  const pattern = pen.createPattern(seatTile(seat, colour), 'repeat')!;
  pattern.setTransform(new DOMMatrix().scale(0.75));
  pen.fillStyle = pattern;
  pen.fillRect(0, 0, wide, high);
  const light = pen.createLinearGradient(0, 0, 0, foot);
  light.addColorStop(0, '#ffffff73');
  light.addColorStop(0.55, '#ffffff1f');
  light.addColorStop(1, '#24100a4d');
  pen.fillStyle = light;
  pen.fillRect(0, 0, wide, foot);
  pen.fillStyle = `${INK}66`;
  pen.fillRect(0, foot, wide, high - foot);
  pen.fillStyle = '#fff7ea';
  pen.fillRect(0, 0, wide, foot * 0.09);
  pen.strokeStyle = `${INK}b0`;
  pen.lineWidth = 7;
  pen.beginPath();
  pen.moveTo(6, foot - 4);
  pen.lineTo(wide / 2, 10);
  pen.lineTo(wide - 6, foot - 4);
  pen.closePath();
  pen.rect(8, foot + 8, wide - 16, high - foot - 16);
  pen.stroke();
  sign(pen, seat, colour, [wide / 2, foot * 0.42], 27);
  sign(pen, seat, colour, [wide / 2, (foot + high) / 2], 52);
  return texture(made);
}

/** A family's shape on a light disc. */
function sign(pen: CanvasRenderingContext2D, seat: number, colour: string, [x, y]: [number, number], r: number): void {
  pen.save();
  pen.translate(x, y);
  pen.beginPath();
  pen.arc(0, 0, r, 0, 7);
  pen.fillStyle = '#fffaf0';
  pen.fill();
  pen.lineWidth = 5;
  pen.strokeStyle = INK;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill(new Path2D(shapePath(seat, r * 0.58)), 'evenodd');
  pen.restore();
}

const BALL = new SphereGeometry(1, 14, 10);
const SMALL = new SphereGeometry(1, 10, 6);
const EYES: readonly { x: number; y: number; r: number }[][] = [
  [],
  [{ x: 0, y: 0.66, r: 0.36 }],
  [-0.36, 0.36].map((x) => ({ x, y: 0.58, r: 0.31 })),
  [-0.58, 0, 0.58].map((x) => ({ x, y: x ? 0.44 : 0.62, r: 0.27 })),
];

/** A spot on the front, so far out of it. */
const front = (x: number, y: number, out = 0): Vector => [
  x,
  y + out * Math.sin(LEAN),
  1 - y / TALL + out * Math.cos(LEAN),
];

/** Standing, a Martian looks ahead; lying, where its tip points; and up enough to be looked into the eyes from above. */
function martian(size: number, standing: boolean): Figure {
  const eyes = EYES[size]!;
  const whites = eyes.map(({ x, y, r }) => placed(BALL, { at: front(x, y, 0.04), size: r }));
  const pupils = eyes.map(({ x, y, r }) => {
    const [u, v, w] = front(x, y, 0.04);
    const at: Vector = standing ? [u, v + r * 0.4, w + r * 0.56] : [u, v + r * 0.36, w + r * 0.6];
    return placed(SMALL, { at, size: r * 0.5 });
  });
  const glints = eyes.map(({ x, y, r }) => {
    const [u, v, w] = front(x, y, 0.04);
    const at: Vector = standing ? [u - r * 0.2, v + r * 0.78, w + r * 0.84] : [u - r * 0.2, v + r * 0.6, w + r * 1.0];
    return placed(SMALL, { at, size: r * 0.14 });
  });
  const lids = eyes.map(({ x, y, r }) =>
    lid(
      placed(new SphereGeometry(r * 1.1, 16, 6, 0, 2 * Math.PI, 0, Math.PI * 0.3), {
        at: front(x, y, 0.04),
        turn: [-0.5, 0, 0],
      }),
    ),
  );
  const mouth = placed(new TorusGeometry(0.2, 0.04, 6, 14, Math.PI), {
    at: front(0, 0.3, 0.02),
    turn: [-LEAN, 0, Math.PI],
  });
  const parts: Part[] = [
    ...whites.map((solid) => ({ solid, colour: '#ffffff' })),
    ...pupils.map((solid) => ({ solid, colour: INK })),
    ...glints.map((solid) => ({ solid, colour: '#ffffff' })),
    { solid: mouth, colour: INK },
  ];
  return figure([PYRAMID, ...lids], parts, [PYRAMID, ...whites]);
}

/** An eyelid has the paint of the face beside it. */
function lid(cap: BufferGeometry): BufferGeometry {
  const uv = cap.getAttribute('uv');
  for (let k = 0; k < uv.count; k++) uv.setXY(k, 0.36, BASE + 0.1);
  return cap;
}

/** A star of nine spikes, its rim cut back between them. */
function star(): BufferGeometry {
  const made = new ConeGeometry(1.35, 1, 18, 1).translate(0, 0.5, 0);
  const points = made.getAttribute('position');
  for (let k = 0; k < points.count; k++) {
    const [x, z] = [points.getX(k), points.getZ(k)];
    const spike = Math.round((Math.atan2(x, z) / (2 * Math.PI)) * 18) % 2 === 0;
    if (points.getY(k) < 0.5 && !spike) points.setXYZ(k, x * 0.68, points.getY(k), z * 0.68);
  }
  const flat = made.toNonIndexed();
  flat.computeVertexNormals();
  return flat.scale(1, TALL * 0.9, 1);
}

function dog(): Figure {
  const body = star();
  const eyes = [-0.36, 0.36].map((x) => placed(BALL, { at: [x, 0.98, 0.56], size: 0.27 }));
  const mouth = placed(BALL, { at: [0, 0.42, 0.74], size: [0.62, 0.34, 0.3] });
  const tooth = (x: number, up: boolean): BufferGeometry =>
    placed(new ConeGeometry(0.085, 0.24, 6), {
      at: [x, up ? 0.3 : 0.56, 1.02 - Math.abs(x) * 0.42],
      turn: up ? [0.15, 0, 0] : [Math.PI - 0.15, 0, 0],
    });
  const teeth = [-0.4, -0.2, 0, 0.2, 0.4]
    .map((x) => tooth(x, false))
    .concat([-0.3, -0.1, 0.1, 0.3].map((x) => tooth(x, true)));
  const brow = (side: number): BufferGeometry =>
    placed(new BoxGeometry(0.5, 0.11, 0.14), { at: [side * 0.36, 1.27, 0.62], turn: [0, 0, side * 0.42] });
  const ears = [-1, 1].map((side) =>
    placed(new ConeGeometry(0.2, 0.55, 6), { at: [side * 0.42, 1.62, 0.02], turn: [0, 0, -side * 0.5] }),
  );
  const ring = around(9, (angle) =>
    placed(new ConeGeometry(0.09, 0.26, 5), {
      at: [0.86 * Math.sin(angle), 0.5, 0.86 * Math.cos(angle)],
      turn: [Math.PI / 2.6, angle, 0],
    }),
  ).filter((_, k) => k > 1 && k < 8); // none in its face
  return figure(
    [body, ...ears],
    [
      ...eyes.map((solid) => ({ solid, colour: '#ffe27a' })),
      ...[-0.32, 0.32].map((x) => ({ solid: placed(BALL, { at: [x, 0.96, 0.77], size: 0.11 }), colour: INK })),
      { solid: mouth, colour: INK },
      ...teeth.map((solid) => ({ solid, colour: '#ffffff' })),
      ...[-1, 1].map((side) => ({ solid: brow(side), colour: INK })),
      ...ring.map((solid) => ({ solid, colour: '#ffd9a8' })),
    ],
    [body, ...ears, ...eyes, ...teeth],
  );
}

/** Figures by size (4 is the dog), standing and lying. */
const STANDING = [1, 2, 3].map((size) => martian(size, true));
const LYING = [1, 2, 3].map((size) => martian(size, false));
const DOG = dog();
export const figureOf = (size: number, standing: boolean): Figure =>
  size > 3 ? DOG : (standing ? STANDING : LYING)[size - 1]!;

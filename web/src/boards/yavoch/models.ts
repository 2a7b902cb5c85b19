/** Yavoch's pieces in three dimensions. A step between positions is one unit; pieces stand on y = 0. */

import {
  BoxGeometry,
  CanvasTexture,
  ConeGeometry,
  CylinderGeometry,
  type BufferGeometry,
  MeshBasicMaterial,
  MeshStandardMaterial,
  OctahedronGeometry,
  RepeatWrapping,
  SphereGeometry,
  SRGBColorSpace,
  TorusGeometry,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { ink } from '../ink';
import { RING, VOID } from './space';

export type Vector = [number, number, number];

/** The seats' colours on the dark stage. */
const COLOURS = ['#EE5F36', '#4C74FB'] as const;

export interface Model {
  body: BufferGeometry; // in the seat's colour and pattern
  trim: BufferGeometry; // in its light tint
}

interface Turned {
  at?: Vector;
  turn?: Vector;
  scale?: Vector;
}

function placed(
  geometry: BufferGeometry,
  { at = [0, 0, 0], turn = [0, 0, 0], scale = [1, 1, 1] }: Turned,
): BufferGeometry {
  const own = geometry.index ? geometry.toNonIndexed() : geometry;
  own.scale(...scale);
  own.rotateX(turn[0]).rotateY(turn[1]).rotateZ(turn[2]);
  return own.translate(...at);
}

const joined = (...parts: BufferGeometry[]): BufferGeometry => mergeGeometries(parts)!;
const around = (count: number, part: (angle: number) => BufferGeometry): BufferGeometry[] =>
  Array.from({ length: count }, (_, k) => part((k * 2 * Math.PI) / count));

/** A spike that points outwards from a middle at a height, so far above the horizon. */
function spike(angle: number, height: number, length: number, width: number, rise = 0): BufferGeometry {
  const cone = placed(new ConeGeometry(width, length, 5), { at: [0, length / 2, 0] });
  cone.rotateZ(rise - Math.PI / 2).rotateY(-angle);
  return cone.translate(0, height, 0);
}

function command(): Model {
  return {
    body: joined(
      placed(new CylinderGeometry(0.17, 0.24, 0.34, 10), { at: [0, 0.2, 0] }),
      placed(new ConeGeometry(0.07, 0.5, 6), { at: [0, 0.68, 0] }),
      ...around(6, (angle) =>
        placed(new ConeGeometry(0.055, 0.3, 5), { at: [0.19 * Math.cos(angle), 0.46, 0.19 * Math.sin(angle)] }),
      ),
    ),
    trim: joined(
      placed(new SphereGeometry(0.09, 14, 10), { at: [0, 0.44, 0] }),
      placed(new TorusGeometry(0.235, 0.025, 6, 24), { at: [0, 0.1, 0], turn: [Math.PI / 2, 0, 0] }),
    ),
  };
}

function archid(): Model {
  return {
    body: joined(
      placed(new BoxGeometry(0.11, 0.62, 0.11), { at: [0, 0.36, 0] }),
      placed(new BoxGeometry(0.56, 0.11, 0.11), { at: [0, 0.38, 0] }),
      placed(new BoxGeometry(0.11, 0.11, 0.56), { at: [0, 0.38, 0] }),
    ),
    trim: joined(
      placed(new SphereGeometry(0.11, 14, 10), { at: [0, 0.38, 0] }),
      placed(new BoxGeometry(0.18, 0.08, 0.18), { at: [0, 0.68, 0] }),
      ...around(4, (angle) =>
        placed(new BoxGeometry(0.07, 0.19, 0.19), {
          at: [0.29 * Math.cos(angle), 0.38, 0.29 * Math.sin(angle)],
          turn: [0, -angle, 0],
        }),
      ),
    ),
  };
}

function squam(): Model {
  return {
    body: joined(
      placed(new OctahedronGeometry(0.2), { at: [0, 0.34, 0], scale: [1, 1.5, 1] }),
      ...around(4, (angle) => spike(angle + Math.PI / 4, 0.34, 0.42, 0.09, 0.35)),
      ...around(4, (angle) => spike(angle + Math.PI / 4, 0.3, 0.36, 0.07, -0.55)),
    ),
    trim: placed(new OctahedronGeometry(0.13), { at: [0, 0.42, 0], scale: [1, 1.8, 1] }),
  };
}

function neornith(): Model {
  const wing = (side: number): BufferGeometry =>
    placed(new ConeGeometry(0.15, 0.5, 4), {
      at: [side * 0.2, 0.46, 0],
      scale: [0.8, 1, 0.28],
      turn: [0, 0, -side * 0.72],
    });
  return {
    body: joined(wing(1), wing(-1)),
    trim: joined(
      placed(new ConeGeometry(0.085, 0.42, 10), { at: [0, 0.53, 0] }),
      placed(new ConeGeometry(0.085, 0.28, 10), { at: [0, 0.18, 0], turn: [Math.PI, 0, 0] }),
    ),
  };
}

function trych(): Model {
  return {
    body: joined(
      placed(new SphereGeometry(0.12, 14, 10), { at: [0, 0.17, 0] }),
      placed(new ConeGeometry(0.1, 0.2, 10), { at: [0, 0.33, 0] }),
    ),
    trim: joined(...around(3, (angle) => spike(angle + 0.5, 0.15, 0.24, 0.06, -0.25))),
  };
}

function gate(): Model {
  return {
    body: placed(new TorusGeometry(0.27, 0.055, 10, 36), { at: [0, 0.4, 0], scale: [1, 1.3, 1] }),
    trim: joined(
      placed(new BoxGeometry(0.3, 0.06, 0.2), { at: [0, 0.03, 0] }),
      placed(new TorusGeometry(0.13, 0.018, 6, 20, Math.PI * 1.5), { at: [0, 0.4, 0], scale: [1, 1.3, 1] }),
    ),
  };
}

function mine(): Model {
  const spikes = [
    ...around(6, (angle) => spike(angle, 0.2, 0.28, 0.04)),
    placed(new ConeGeometry(0.04, 0.28, 5), { at: [0, 0.34, 0] }),
  ];
  return {
    body: placed(new SphereGeometry(0.14, 16, 12), { at: [0, 0.2, 0] }),
    trim: joined(...spikes, placed(new ConeGeometry(0.04, 0.2, 5), { at: [0, 0.1, 0], turn: [Math.PI, 0, 0] })),
  };
}

export const MODELS: Readonly<Record<string, Model>> = {
  command: command(),
  archid: archid(),
  squam: squam(),
  neornith: neornith(),
  trych: trych(),
  gate: gate(),
  mine: mine(),
};

export const PLATES: readonly BufferGeometry[] = [
  new CylinderGeometry(0.25, 0.27, 0.05, 28),
  new CylinderGeometry(0.27, 0.29, 0.05, 4),
];
export const HOOP = new TorusGeometry(0.26, 0.022, 8, 32).rotateX(Math.PI / 2);
export const HALO = new TorusGeometry(0.36, 0.03, 8, 40).rotateX(Math.PI / 2);
export const DISC = new CylinderGeometry(0.36, 0.36, 0.012, 40);
export const NODE = new CylinderGeometry(0.1, 0.1, 0.02, 20);
export const DOTS = joined(
  ...around(14, (angle) =>
    placed(new SphereGeometry(0.014, 6, 4), { at: [0.19 * Math.cos(angle), 0.015, 0.19 * Math.sin(angle)] }),
  ),
);
export const REACH = new CylinderGeometry(0.44, 0.44, 0.1, 12); // what a pointer hits of a position
export const BODY = new CylinderGeometry(0.3, 0.3, 0.75, 8).translate(0, 0.38, 0); // and of a piece

function stripes(colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const paint = canvas.getContext('2d')!;
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 64, 64);
  paint.strokeStyle = '#97aefd';
  paint.lineWidth = 13;
  for (let x = -64; x < 128; x += 32) {
    paint.beginPath();
    paint.moveTo(x, 64);
    paint.lineTo(x + 64, 0);
    paint.stroke();
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(3, 2);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

export interface Paint {
  body: MeshStandardMaterial;
  trim: MeshStandardMaterial;
  plate: MeshStandardMaterial;
}

const mixed = (one: string, other: string, share: number): string => {
  const part = (text: string, k: number): number => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
  const byte = (k: number): string =>
    Math.round(part(one, k) + (part(other, k) - part(one, k)) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${byte(0)}${byte(1)}${byte(2)}`;
};

/** The colours of each seat. Colour is the second sign: seat 1 is striped and stands on a rhomb. */
export const PAINTS: readonly Paint[] = COLOURS.map((colour, seat) => ({
  body: new MeshStandardMaterial(seat ? { map: stripes(colour), roughness: 0.5 } : { color: colour, roughness: 0.5 }),
  trim: new MeshStandardMaterial({ color: mixed(colour, '#ffffff', 0.55), roughness: 0.45 }),
  plate: new MeshStandardMaterial({ color: mixed(colour, VOID, 0.35), roughness: 0.7 }),
}));
export const INK = ink(VOID);
export const EMPTY = new MeshStandardMaterial({ color: '#5a5a63', roughness: 0.9 }); // a ship without energy
export const GOLD = new MeshStandardMaterial({
  color: RING,
  emissive: '#7a5a10',
  metalness: 0.3,
  roughness: 0.35,
});
export const GLOW = new MeshBasicMaterial({ color: '#8CFFC1', transparent: true });
export const GLOW_FILL = new MeshBasicMaterial({
  color: '#8CFFC1',
  transparent: true,
  opacity: 0.28,
  depthWrite: false,
});
export const CHOSEN_FILL = new MeshBasicMaterial({
  color: '#8CFFC1',
  transparent: true,
  opacity: 0.55,
  depthWrite: false,
});
export const MARK = new MeshBasicMaterial({ color: '#8C8BFF' });
export const CURSOR = new MeshBasicMaterial({ color: '#ffffff', wireframe: true });

const written = new Map<string, CanvasTexture>();

/** A short text as a picture: on a disc, in a circle, or bare. */
export function label(text: string, colour: string, style: 'disc' | 'circle' | 'bare'): CanvasTexture {
  const key = `${text} ${colour} ${style}`;
  const known = written.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 96;
  const paint = canvas.getContext('2d')!;
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  if (style !== 'bare') {
    paint.beginPath();
    paint.arc(48, 48, 40, 0, 2 * Math.PI);
    paint.lineWidth = 5;
    paint.strokeStyle = paint.fillStyle = colour;
    if (style === 'disc') paint.fill();
    else paint.stroke();
  }
  paint.fillStyle = style === 'disc' ? '#080918' : colour;
  paint.font = `800 ${style === 'disc' ? 56 : 50}px 'Bricolage Grotesque Variable', system-ui, sans-serif`;
  paint.fillText(text, 48, 52);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  written.set(key, texture);
  return texture;
}

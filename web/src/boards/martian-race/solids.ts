/** The solids of the 3-D view: unit pyramids with their base on the ground, and eyes. */

import { ConeGeometry, MeshLambertMaterial, MeshBasicMaterial, SphereGeometry, type BufferGeometry } from 'three';
import { ink } from '../ink';

/** A pyramid of base 2 × 2 and height 1, its faces to the four sides. */
export const CONE = new ConeGeometry(Math.SQRT2, 1, 4, 1)
  .rotateY(Math.PI / 4)
  .translate(0, 0.5, 0)
  .toNonIndexed();
CONE.computeVertexNormals();
papered(CONE);

/** Lay a pattern straight on every face, as wide as its base: Martians are 2.3 times as high as half their base. */
function papered(pyramid: BufferGeometry): void {
  const SLANT = Math.hypot(1, 2.3);
  const [points, normals, paper] = ['position', 'normal', 'uv'].map((name) => pyramid.getAttribute(name)!);
  for (let k = 0; k < points!.count; k++) {
    const [x, y, z] = [points!.getX(k), points!.getY(k), points!.getZ(k)];
    const flat = normals!.getY(k) < -0.9;
    const across = Math.abs(normals!.getX(k)) > Math.abs(normals!.getZ(k)) ? z : x;
    paper!.setXY(k, (flat ? x : across) / 2, flat ? z / 2 : (y * SLANT) / 2);
  }
}

/** The dog: a star of nine spikes. */
export const SPIKES = star().toNonIndexed();
SPIKES.computeVertexNormals();

function star(): ConeGeometry {
  const made = new ConeGeometry(1.35, 1, 18, 1).translate(0, 0.5, 0);
  const points = made.getAttribute('position');
  for (let k = 0; k < points.count; k++) {
    const [x, z] = [points.getX(k), points.getZ(k)];
    const spike = Math.round((Math.atan2(x, z) / (2 * Math.PI)) * 18) % 2 === 0;
    if (points.getY(k) < 0.5 && !spike) points.setXYZ(k, x * 0.68, points.getY(k), z * 0.68);
  }
  return made;
}

export const LINE = ink('#24100a');
export const BALL = new SphereGeometry(1, 14, 10);
export const WHITE_PAINT = new MeshLambertMaterial({ color: '#ffffff' });
export const INK_PAINT = new MeshBasicMaterial({ color: '#24100a' });

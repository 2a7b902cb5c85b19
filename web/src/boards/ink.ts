/** The ink line around the solids of a 3-D board: their hull, a little larger, seen from inside. */

import { BackSide, BufferAttribute, BufferGeometry, MeshBasicMaterial } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';

/** How wide the line is, as a share of how far away it is; the eye sets it, so that it has the same width on all screens. */
export const lineWidth = { value: 0 };

const hulls = new WeakMap<BufferGeometry, BufferGeometry>();

/** A solid's corners with one direction outwards each, so that the line does not tear where faces meet. */
export function hullOf(solid: BufferGeometry): BufferGeometry {
  let hull = hulls.get(solid);
  if (!hull) {
    const bare = new BufferGeometry();
    bare.setAttribute('position', solid.getAttribute('position') as BufferAttribute);
    if (solid.index) bare.setIndex(solid.index);
    hull = mergeVertices(bare, 0.001);
    hull.computeVertexNormals();
    hulls.set(solid, hull);
  }
  return hull;
}

/** Ink for hulls. */
export function ink(colour: string): MeshBasicMaterial {
  const made = new MeshBasicMaterial({ color: colour, side: BackSide });
  made.onBeforeCompile = (shader) => {
    shader.uniforms['lineWidth'] = lineWidth;
    // `defaultnormal_vertex` is left out of plain paint, which has no use for directions.
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'uniform float lineWidth;\nvoid main() {')
      .replace(
        '#include <project_vertex>',
        `vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
        mvPosition.xyz += normalize(normalMatrix * normal) * lineWidth * -mvPosition.z;
        gl_Position = projectionMatrix * mvPosition;`,
      );
  };
  return made;
}

/** Writing that faces the eye: all labels of a board as one solid with one picture, never smaller than can be read. */

import { BufferGeometry, DynamicDrawUsage, Float32BufferAttribute, MeshBasicMaterial, type Texture } from 'three';
import { shapePath } from '../seats/seats';
import { lineWidth } from './ink';
import { canvas, texture, type Vector } from './spatial';

export interface Label {
  at: Vector;
  text: string; // a few letters, or words
  size: number; // height of the label
  ink: string;
  disc?: string; // the colour of a disc under it
  rim?: string; // and of a line around that
  shape?: number; // a seat's shape instead of letters
}

const FONT = "'Bricolage Grotesque Variable'";
/** Comes when letters can be written as they should be. */
export const lettersReady: Promise<unknown> = document.fonts.load(`750 50px ${FONT}`);

const CELL = 96; // pixels of a label's height in the picture
const LINES = 10; // cells below one another
const LEAST = 12; // pixels of a label's height on the screen; letters fill most of it
const LINE = 1.7; // pixels of the ink line, by which the eye's measure is given
const WORD = 0.46; // width of a letter, in heights

const widthOf = ({ text, shape }: Label): number => (shape !== undefined || text.length < 3 ? 1 : text.length * WORD);
const keyOf = ({ text, ink, disc, rim, shape }: Label): string => [text, ink, disc, rim, shape].join('|');

/** The picture of some labels and where each of them is in it. */
export class Lettering {
  readonly picture: Texture;
  private cells = new Map<string, { left: number; top: number; wide: number }>();
  private pen: CanvasRenderingContext2D;
  private next = { left: 0, line: 0 };

  constructor(private width = 1536) {
    const [made, pen] = canvas(width, CELL * LINES);
    this.pen = pen;
    this.picture = texture(made);
  }

  /** Forget everything, for letters have come that are to be used from now on. */
  clear(): void {
    this.cells.clear();
    this.next = { left: 0, line: 0 };
  }

  /** Where a label is in the picture, in shares; it is drawn when it is first asked for. */
  cell(label: Label): { left: number; top: number; wide: number; high: number } {
    const key = keyOf(label);
    let found = this.cells.get(key);
    if (!found) {
      const wide = Math.ceil(widthOf(label) * CELL);
      if (this.next.left + wide > this.width) this.next = { left: 0, line: (this.next.line + 1) % LINES };
      found = { left: this.next.left, top: this.next.line * CELL, wide };
      this.next.left += wide;
      this.draw(label, found);
      this.cells.set(key, found);
      this.picture.needsUpdate = true;
    }
    const { left, top, wide } = found;
    const all = CELL * LINES;
    return { left: left / this.width, top: 1 - top / all, wide: wide / this.width, high: CELL / all };
  }

  private draw({ text, ink, disc, rim, shape }: Label, cell: { left: number; top: number; wide: number }): void {
    const { pen } = this;
    pen.save();
    pen.clearRect(cell.left, cell.top, cell.wide, CELL);
    pen.translate(cell.left + cell.wide / 2, cell.top + CELL / 2);
    if (disc) {
      const [x, r] = [cell.wide / 2 - 6, CELL / 2 - 6];
      pen.beginPath();
      pen.roundRect(-x, -r, 2 * x, 2 * r, r);
      pen.fillStyle = disc;
      pen.fill();
      pen.lineWidth = 7;
      pen.strokeStyle = rim ?? disc;
      pen.stroke();
    }
    pen.fillStyle = ink;
    if (shape !== undefined) {
      pen.fill(new Path2D(shapePath(shape, disc ? 22 : 34)), 'evenodd');
    } else {
      pen.font = `750 ${text.length < 3 ? (disc ? 58 : 76) : 54}px ${FONT}, system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(text, 0, 5, cell.wide - 12);
    }
    pen.restore();
  }
}

/** Labels as one solid: a corner each, which the eye's shader puts around their middle. */
export function labelSolid(labels: readonly Label[], lettering: Lettering): BufferGeometry {
  const [middles, corners, uvs, index]: [number[], number[], number[], number[]] = [[], [], [], []];
  labels.forEach((label, k) => {
    const { left, top, wide, high } = lettering.cell(label);
    const broad = widthOf(label);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      middles.push(...label.at);
      corners.push((x - 0.5) * broad, y - 0.5, label.size);
      uvs.push(left + x * wide, top - (1 - y) * high);
    }
    index.push(4 * k, 4 * k + 1, 4 * k + 2, 4 * k, 4 * k + 2, 4 * k + 3);
  });
  const made = new BufferGeometry();
  made.setAttribute('position', new Float32BufferAttribute(middles, 3).setUsage(DynamicDrawUsage));
  made.setAttribute('corner', new Float32BufferAttribute(corners, 3));
  made.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
  made.setIndex(index);
  return made;
}

/** Paint for labels; `over` everything, or hidden by what is nearer. */
export function labelPaint(lettering: Lettering, over: boolean): MeshBasicMaterial {
  const made = new MeshBasicMaterial({
    map: lettering.picture,
    transparent: true,
    depthWrite: false,
    depthTest: !over,
    toneMapped: false,
  });
  made.onBeforeCompile = (shader) => {
    shader.uniforms['lineWidth'] = lineWidth;
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'uniform float lineWidth;\nattribute vec3 corner;\nvoid main() {')
      .replace(
        '#include <project_vertex>',
        `vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
        float least = ${(LEAST / LINE).toFixed(3)} * lineWidth * -mvPosition.z;
        mvPosition.xy += corner.xy * max(corner.z, least);
        gl_Position = projectionMatrix * mvPosition;`,
      );
  };
  return made;
}

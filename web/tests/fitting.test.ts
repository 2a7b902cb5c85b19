import { describe, expect, it } from 'vitest';
import { fitted, unit } from '../src/boards/fitting';
import type { Vector } from '../src/boards/spatial';
import { PerspectiveCamera, Vector3 } from 'three';

const BOX = [-4, 4].flatMap((x) => [0, 2].flatMap((y) => [-3, 3].map((z): Vector => [x, y, z])));

describe('looking at all of a board', () => {
  for (const aspect of [0.6, 1, 1.8])
    it(`fills what is free of a picture that is ${aspect} times as wide as high`, () => {
      const direction = unit([2, 8, 8]);
      const free = { side: 0.95, top: 0.95, bottom: 0.7 };
      const { at, away } = fitted(BOX, direction, 42, aspect, free);
      const camera = new PerspectiveCamera(42, aspect, 0.1, 1000);
      camera.position.set(...(at.map((value, axis) => value + direction[axis]! * away) as Vector));
      camera.lookAt(...at);
      camera.updateMatrixWorld();
      const seen = BOX.map((point) => new Vector3(...point).project(camera));
      const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
      expect(Math.max(...xs)).toBeLessThan(free.side + 0.04);
      expect(Math.min(...xs)).toBeGreaterThan(-free.side - 0.04);
      expect(Math.max(...ys)).toBeLessThan(free.top + 0.04);
      expect(Math.min(...ys)).toBeGreaterThan(-free.bottom - 0.04);
      const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
      expect(Math.max(wide / (2 * free.side), high / (free.top + free.bottom))).toBeGreaterThan(0.95);
    });
});

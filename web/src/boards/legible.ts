/** Writing on a board that is shown small: it grows against the board, as far as there is room for it. */

import type { Point } from '../scene';

const LEAST = 11; // pixels of what must be read
const STEPS = 4; // it grows by quarters, so that it stands still while a board is pinched

/** How many pixels a unit of a drawing has that fills a frame. */
export const unitOf = (width: number, height: number, [across, down]: Point): number =>
  Math.min(width / across, height / down);

/** How many times larger something of so many units is written. */
export const enlarged = (size: number, unit: number, most: number, least = LEAST): number =>
  unit ? Math.min(most, Math.max(1, Math.ceil((least / (size * unit)) * STEPS) / STEPS)) : 1;

/** Whether something of so many units can be read; what cannot is left out, and told where a finger rests. */
export const isLegible = (size: number, unit: number): boolean => !unit || size * unit >= LEAST;

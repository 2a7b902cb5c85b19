/** Where an arrow key leads from a place, by where places lie, or by their neighbours where these are named. */

import type { Place } from './scene';

export const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const WIDEST = 1.6; // how far beside the way a place may lie, for each step along it
const SIDEWAYS = 2; // how much farther a place beside the way counts

/** The nearest place in a direction; null at the edge. */
export function step(places: ReadonlyMap<string, Place>, from: string, way: readonly [number, number]): string | null {
  const here = places.get(from);
  if (!here) return places.keys().next().value ?? null;
  const neighbours = (here.near ?? []).flatMap((id) => places.get(id) ?? []);
  return nearest(neighbours, here, way) ?? nearest(places.values(), here, way);
}

function nearest(places: Iterable<Place>, here: Place, [wayX, wayY]: readonly [number, number]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.at[0] - here.at[0], place.at[1] - here.at[1]];
    const along = x * wayX + y * wayY;
    const beside = Math.abs(x * wayY - y * wayX);
    if (place.id === here.id || along <= 1e-6 || beside > along * WIDEST) continue;
    const cost = along + SIDEWAYS * beside;
    if (cost < least) [best, least] = [place.id, cost];
  }
  return best;
}

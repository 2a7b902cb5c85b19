/**
 * What happened by itself after a decision, as `games/everest/face/preview.py` lists it in the trails `event:1`, `event:2`, …:
 * a word for what it was, whose it was, and the squares of it, `off` for off the board. Drawn and 3-D boards tell it in
 * the same time, each with spots of its own.
 */

import type { Point } from '../../scene';

export interface Happening {
  kind: string; // move, run, push, home, throw, roar, hurt, beat
  who: string; // yeti:0, or the number of a beat
  squares: readonly string[];
}

/** Something that flies, rings or puffs for a moment. */
export interface Effect<Spot = Point> {
  kind: 'snowball' | 'roar' | 'puff' | 'stars' | 'beat';
  at: Spot;
  to: Spot;
  delay: number;
  duration: number;
  beat?: number; // 1 to 3: which coins of all are played now
  lost?: boolean; // a snowball that hits nobody
}

/** A part of a yeti's way. */
export interface Stretch<Spot> {
  from: number; // shares of the whole time
  until: number;
  stops: Spot[]; // the first is where it starts
  pushed: boolean; // slides at once rather than walks
  vanishes: boolean; // falls off the board
  appears: boolean; // is put somewhere
}

export interface Course<Spot = Point> {
  ways: Map<string, Stretch<Spot>[]>; // by yeti
  effects: Effect<Spot>[];
}

/** Where squares are in a picture. */
export interface Slopes<Spot> {
  at: (id: string) => { spot: Spot } | undefined;
  falls: (from: string, to: string) => boolean; // whether one square lies over a cliff from the other
  beyond: (from: Spot, over: Spot) => Spot; // off the board, where something falls that went from one spot over another
}

const WEIGHTS: Record<string, number> = { beat: 0.7, hurt: 0.3, throw: 1, roar: 1.2, home: 0.8 };

export function happenings(trails: Readonly<Record<string, readonly string[]>>): Happening[] {
  return Object.entries(trails)
    .filter(([name]) => name.startsWith('event:'))
    .map(([, [kind = '', who = '', ...squares]]) => ({ kind, who, squares }));
}

/** When each happening is shown: the way of every yeti over the whole time, and what flies in between. */
export function course<Spot>(
  slopes: Slopes<Spot>,
  happened: readonly Happening[],
  before: ReadonlyMap<string, Spot>,
  duration: number,
): Course<Spot> {
  const weigh = ({ kind, squares }: Happening): number => WEIGHTS[kind] ?? 0.6 + 0.25 * squares.length;
  const whole = happened.reduce((sum, each) => sum + weigh(each), 0) || 1;
  const told: Course<Spot> = { ways: new Map(), effects: [] };
  const place = new Map(before);
  let now = 0;
  for (const each of happened) {
    const until = now + weigh(each) / whole;
    const [delay, time] = [now * duration, Math.max(120, (until - now) * duration)];
    const spots = each.squares.map((id) => slopes.at(id)?.spot).filter((spot) => spot !== undefined);
    const add = (kind: Effect['kind'], at: Spot, to: Spot, wait: number, lasts: number, more: Partial<Effect> = {}) =>
      told.effects.push({ kind, at, to, delay: delay + wait, duration: lasts, ...(more as Partial<Effect<Spot>>) });
    const from = place.get(each.who);
    if (each.kind === 'throw' && spots.length) {
      const lost = each.squares.at(-1) === 'off';
      const end = lost ? slopes.beyond(spots.at(-2) ?? from ?? spots[0]!, spots.at(-1)!) : spots.at(-1)!;
      add('snowball', spots[0]!, end, 0, time, { lost });
      if (!lost) add('puff', end, end, time * 0.92, 320);
    } else if (each.kind === 'roar' && from) add('roar', from, spots[0] ?? from, 0, Math.max(450, time));
    else if (each.kind === 'hurt' && from) add('stars', from, from, 0, 480);
    else if (each.kind === 'beat') {
      const [anywhere] = place.values();
      if (anywhere) add('beat', anywhere, anywhere, 0, Math.max(700, time), { beat: Number(each.who) });
    } else if (['move', 'run', 'push', 'home'].includes(each.kind)) {
      const end = go(slopes, each, spots, place, told.ways, now, until);
      if (falls(slopes, each)) add('puff', end, end, time * 0.9, 380);
    }
    now = until;
  }
  return told;
}

/** A yeti goes, is pushed or is put somewhere; the answer is where it ends up. */
function go<Spot>(
  slopes: Slopes<Spot>,
  { kind, who, squares }: Happening,
  spots: Spot[],
  place: Map<string, Spot>,
  ways: Map<string, Stretch<Spot>[]>,
  from: number,
  until: number,
): Spot {
  const start = place.get(who) ?? spots[0]!;
  const vanishes = squares.at(-1) === 'off';
  const stops = kind === 'home' ? [start, ...spots.slice(-1)] : [start, ...spots.slice(1)];
  if (vanishes) stops.push(slopes.beyond(stops.at(-2) ?? start, stops.at(-1)!));
  ways.set(who, [
    ...(ways.get(who) ?? []),
    { from, until, stops, pushed: kind === 'push', vanishes, appears: kind === 'home' },
  ]);
  place.set(who, stops.at(-1)!);
  return stops.at(-1)!;
}

const falls = <Spot>(slopes: Slopes<Spot>, { squares }: Happening): boolean =>
  squares.some((id, k) => slopes.falls(id, squares[k + 1] ?? ''));

/** Where a yeti is after a share of the time, and how much of it is seen; null before it has been anywhere. */
export function reached<Spot>(
  way: readonly Stretch<Spot>[],
  share: number,
  between: (one: Spot, other: Spot, part: number) => Spot,
): { spot: Spot; seen: number } | null {
  const at = Math.max(
    0,
    way.findLastIndex(({ from }) => from <= share),
  );
  const now = way[at];
  if (!now) return null;
  const part = Math.min(1, Math.max(0, (share - now.from) / (now.until - now.from || 1)));
  if (now.appears)
    return part < 0.5
      ? { spot: now.stops[0]!, seen: way[at - 1]?.vanishes ? 0 : 1 - 2 * part }
      : { spot: now.stops.at(-1)!, seen: 2 * part - 1 };
  const gone = (now.pushed ? 1 - (1 - part) ** 3 : part) * (now.stops.length - 1);
  const k = Math.min(now.stops.length - 2, Math.floor(gone));
  const spot = k < 0 ? now.stops[0]! : between(now.stops[k]!, now.stops[k + 1]!, gone - k);
  return { spot, seen: now.vanishes ? Math.min(1, 2 - 2 * part) : 1 };
}

const FRAMES = 8; // of a stretch, where it bends

/** A yeti's way over a drawn mountain as keyframes over the whole time. */
export function framesOf(way: readonly Stretch<Point>[]): Keyframe[] {
  const between = ([x, y]: Point, [u, v]: Point, part: number): Point => [x + (u - x) * part, y + (v - y) * part];
  const shares = new Set([0, 1]);
  for (const { from, until, stops, pushed, vanishes, appears } of way) {
    const many = pushed || vanishes || appears ? FRAMES : stops.length - 1;
    for (let k = 0; k <= many; k++) shares.add(from + ((until - from) * k) / many);
  }
  return [...shares]
    .toSorted((a, b) => a - b)
    .map((offset) => {
      const { spot, seen } = reached(way, offset, between)!;
      const transform = `translate(${spot[0].toFixed(1)}px, ${spot[1].toFixed(1)}px)`;
      return { transform, opacity: seen, offset: Math.min(1, offset) };
    });
}

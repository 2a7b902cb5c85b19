/**
 * What happened by itself after a decision, as `games/everest/story.py` lists it in the trails `event:1`, `event:2`, …:
 * a word for what it was, whose it was, and the squares of it, `off` for off the board.
 */

import type { Point } from '../../scene';
import type { Mountain } from './mountain';

export interface Happening {
  kind: string; // move, run, push, home, throw, roar, hurt, beat
  who: string; // yeti:0, or the number of a beat
  squares: readonly string[];
}

/** Something that flies, rings or puffs for a moment. */
export interface Effect {
  kind: 'snowball' | 'roar' | 'puff' | 'stars';
  at: Point;
  to: Point;
  delay: number;
  duration: number;
}

const WEIGHTS: Record<string, number> = { beat: 0.4, hurt: 0, throw: 1, roar: 1.2, home: 0.8 };

export function happenings(trails: Readonly<Record<string, readonly string[]>>): Happening[] {
  return Object.entries(trails)
    .filter(([name]) => name.startsWith('event:'))
    .map(([, [kind = '', who = '', ...squares]]) => ({ kind, who, squares }));
}

export interface Course {
  frames: Map<string, Keyframe[]>; // by yeti, over the whole time
  effects: Effect[];
}

/** When each happening is shown: the way of every yeti over the whole time, and what flies in between. */
export function course(
  mountain: Mountain,
  happened: readonly Happening[],
  before: ReadonlyMap<string, Point>,
  duration: number,
): Course {
  const weigh = ({ kind, squares }: Happening): number => WEIGHTS[kind] ?? 0.6 + 0.25 * squares.length;
  const whole = happened.reduce((sum, each) => sum + weigh(each), 0) || 1;
  const frames = new Map<string, Keyframe[]>();
  const effects: Effect[] = [];
  const place = new Map(before);
  let now = 0;
  for (const each of happened) {
    const until = now + weigh(each) / whole;
    const [delay, time] = [now * duration, Math.max(120, (until - now) * duration)];
    const points = each.squares.map((id) => mountain.at(id)?.middle).filter((point) => point !== undefined);
    if (each.kind === 'throw' && points.length) {
      const end = points.at(-1)!;
      effects.push({ kind: 'snowball', at: points[0]!, to: end, delay, duration: time });
      effects.push({ kind: 'puff', at: end, to: end, delay: delay + time * 0.85, duration: 320 });
    } else if (each.kind === 'roar') {
      const from = place.get(each.who);
      if (from) effects.push({ kind: 'roar', at: from, to: points[0] ?? from, delay, duration: Math.max(450, time) });
    } else if (each.kind === 'hurt') {
      const at = place.get(each.who);
      if (at) effects.push({ kind: 'stars', at, to: at, delay, duration: 420 });
    } else if (each.kind !== 'beat') {
      move(mountain, each, points, place, frames, now, until);
      if (falls(mountain, each)) {
        const end = points.at(-1)!;
        effects.push({ kind: 'puff', at: end, to: end, delay: delay + time * 0.9, duration: 380 });
      }
    }
    now = until;
  }
  for (const each of frames.values()) each.push({ ...each.at(-1)!, offset: 1 });
  return { frames, effects };
}

const shift = ([x, y]: Point): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

function move(
  mountain: Mountain,
  { kind, who, squares }: Happening,
  points: Point[],
  place: Map<string, Point>,
  frames: Map<string, Keyframe[]>,
  from: number,
  until: number,
): void {
  const start = place.get(who) ?? points[0]!;
  const mine = frames.get(who) ?? [{ transform: shift(start), opacity: place.has(who) ? 1 : 0, offset: 0 }];
  frames.set(who, mine);
  const opacity = (mine.at(-1)!['opacity'] as number | undefined) ?? 1;
  mine.push({ transform: shift(start), opacity, offset: from });
  const off = squares.at(-1) === 'off';
  const stops = kind === 'home' ? points : points.slice(1);
  if (off) {
    const last = mountain.at(squares.at(-2) ?? '');
    const [u, v] = [points.at(-2) ?? start, points.at(-1) ?? start];
    stops.push(last ? [v[0] * 1.6 - u[0] * 0.6, v[1] * 1.6 - u[1] * 0.6 + 40] : v);
  }
  stops.forEach((point, k) => {
    const offset = from + ((until - from) * (k + 1)) / stops.length;
    mine.push({ transform: shift(point), opacity: off && k === stops.length - 1 ? 0 : 1, offset });
  });
  place.set(who, stops.at(-1) ?? start);
}

function falls(mountain: Mountain, { squares }: Happening): boolean {
  return squares.some((id, k) => {
    const [here, next] = [mountain.at(id), mountain.at(squares[k + 1] ?? '')];
    return Boolean(here && next && here.height - next.height >= 2);
  });
}

/** Clocks that run on the page between what the server tells. */

import type { Clocks } from '../api';

/** What is left of a seat's time, in milliseconds; null without a clock. */
export function leftOf(clocks: Clocks | null | undefined, seat: number, received: number, now: number): number | null {
  const left = clocks?.left[seat] ?? null;
  if (left === null) return null;
  return Math.max(0, clocks!.running.includes(seat) ? left - (now - received) : left);
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** 11:42, 1:02:03, 2 d 5 h, and tenths in the last ten seconds. */
export function written(left: number): string {
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  const seconds = Math.floor(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/** The time, a few times a second, for as long as somebody looks at it. */
export class Ticking {
  now = $state(Date.now());

  constructor(running: () => boolean) {
    $effect(() => {
      if (!running()) return;
      const timer = setInterval(() => (this.now = Date.now()), 200);
      return () => clearInterval(timer);
    });
  }
}

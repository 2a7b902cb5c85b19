/** A finished game as one looks at it: which moment is on the board, stepping, autoplay. */

import type { Story } from '../api';
import type { Moment, Scene } from '../scene';
import { settings } from '../settings.svelte';
import { paceOf } from '../table/pacing';

const STEP = 300; // milliseconds of a single step

export class Watching {
  at = $state(0); // how many moments are on the board
  duration = $state(0);
  playing = $state(false);

  constructor(
    readonly story: Story,
    at: number | null,
  ) {
    this.at = at === null ? story.moments.length : this.within(at);
    $effect(() => {
      if (!this.playing) return;
      const timer = this.next();
      return () => clearTimeout(timer);
    });
  }

  get moments(): readonly Moment[] {
    return this.story.moments;
  }
  get moment(): Moment | undefined {
    return this.at ? this.moments[this.at - 1] : undefined;
  }
  get scene(): Scene {
    return this.moment?.scene ?? this.story.start;
  }
  get isAtEnd(): boolean {
    return this.at >= this.moments.length;
  }
  /** Who decides after what is on the board, or decided last. */
  get mover(): number | 'chance' {
    return this.moments[this.at]?.seat ?? this.moment?.seat ?? 0;
  }

  private within(at: number): number {
    return Math.max(0, Math.min(this.moments.length, Math.round(at) || 0));
  }

  step(to: number): void {
    const next = this.within(to);
    this.duration = Math.abs(next - this.at) === 1 && !settings.calm ? STEP : 0;
    this.at = next;
  }

  /** By itself from here, or from the beginning if this is the end. */
  toggle(): void {
    if (!this.playing && this.isAtEnd) this.at = 0;
    this.playing = !this.playing;
  }

  private next(): ReturnType<typeof setTimeout> | undefined {
    const moment = this.moments[this.at];
    if (!moment) {
      this.playing = false;
      return undefined;
    }
    const pace = paceOf(moment, 0, settings.calm);
    const show = (): void => {
      this.duration = pace.duration;
      this.at += 1;
    };
    return setTimeout(show, pace.duration + 2 * pace.pause);
  }
}

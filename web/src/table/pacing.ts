/** How fast what happened is shown: at a pace one can follow, and faster the farther behind the page is. */

import type { Moment } from '../scene';

export const BETWEEN = 250; // milliseconds between pieces
const A_PLACE = 120; // a piece takes this long for a place of its trail
const SHORTEST = 260;
const LONGEST = 900;
const A_HAPPENING = 420; // what happened by itself, one thing after another, takes this long each
const LONGEST_STORY = 6000;
export const ROLL = 600; // dice tumble
const LIE = 100; // and lie there, before anything is said of it
const HURRY_FROM = 5; // so many moments behind, things are shown in a hurry
const JUMP_FROM = 48; // and so many behind, only the last ones are shown at all; a long way is several moments

/** How much longer everything takes, by what a person prefers; 0: what happened is there at once. */
export const PACES = { normal: 1, calm: 1.7, quick: 0.45, once: 0 } as const;
export type PaceName = keyof typeof PACES;

export interface Pace {
  duration: number; // of the change itself
  pause: number; // before the next
}

/** The pace of a moment, with how many more wait behind it. A piece that goes on at once is not waited for. */
export function paceOf(moment: Moment, waiting: number, calm: boolean, next?: Moment, slower = 1): Pace {
  const happenings = Object.keys(moment.trails).filter((name) => name.startsWith('event:')).length;
  const places = Math.max(0, ...Object.values(moment.trails).map((trail) => trail.length - 1));
  const [goes, goesOn] = [Object.keys(moment.trails)[0], Object.keys(next?.trails ?? {})[0]];
  if (goes !== undefined && goes === goesOn)
    return { duration: calm ? 0 : Math.round(places * A_PLACE * slower), pause: calm ? BETWEEN * slower : 0 };
  if (moment.seat === 'chance' && !happenings)
    return { duration: calm ? 0 : Math.round((ROLL + LIE) * slower), pause: Math.round(BETWEEN * slower) };
  const single = moment.seat === 'chance' ? ROLL : Math.min(LONGEST, Math.max(SHORTEST, places * A_PLACE));
  const usual = happenings > 1 ? Math.min(LONGEST_STORY, Math.max(single, happenings * A_HAPPENING)) : single;
  const faster = slower * (waiting >= HURRY_FROM ? HURRY_FROM / (waiting + 1) : 1);
  return { duration: calm ? 0 : Math.round(usual * faster), pause: Math.round((calm ? 2 : 1) * BETWEEN * faster) };
}

/** How many of the waiting moments are passed over. */
export const passedOver = (waiting: number): number => (waiting > JUMP_FROM ? waiting - HURRY_FROM : 0);

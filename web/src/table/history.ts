/** The moments of a game in order, as they come, are told anew, and are taken back. */

import type { Moment } from '../scene';

/** With a moment more; one that was told before is replaced, as when a secret is shown. */
export function withMoment(moments: readonly Moment[], moment: Moment): Moment[] {
  const at = moments.findIndex(({ ply }) => ply >= moment.ply);
  if (at < 0) return [...moments, moment];
  return moments.toSpliced(at, moments[at]!.ply === moment.ply ? 1 : 0, moment);
}

/** As it was before a ply. */
export const takenBack = (moments: readonly Moment[], ply: number): Moment[] =>
  moments.filter((moment) => moment.ply < ply);

/** What helps to choose is asked for when the choices are drawn: what each would do, and several decisions under one name. */

import type { Situation } from '../api';
import type { components } from '../schema';

export type Extras = Pick<components['schemas']['Extras'], 'ply' | 'seat' | 'previews' | 'shortcuts'>;

/** The situation with them; the same if they are about another one. */
export function withExtras(situation: Situation, { ply, seat, previews, shortcuts }: Extras): Situation {
  if (situation.ply !== ply || situation.seat !== seat || situation.choices.length !== previews.length)
    return situation;
  const choices = situation.choices.map((choice, number) => ({ ...choice, ...previews[number] }));
  return { ...situation, choices, shortcuts };
}

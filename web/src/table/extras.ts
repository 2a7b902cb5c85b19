/** Asked for when a situation is drawn: what each choice would do, several decisions under one name, what threatens. */

import type { Situation } from '../api';
import type { components } from '../schema';

export type Extras = Pick<components['schemas']['Extras'], 'ply' | 'seat' | 'previews' | 'shortcuts' | 'threats'>;

/** The situation with them; the same if they are about another one. */
export function withExtras(situation: Situation, { ply, seat, previews, shortcuts, threats }: Extras): Situation {
  if (situation.ply !== ply || situation.seat !== seat || situation.choices.length !== previews.length)
    return situation;
  const choices = situation.choices.map((choice, number) => ({ ...choice, ...previews[number] }));
  return { ...situation, choices, shortcuts, threats };
}

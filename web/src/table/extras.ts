/** What helps to choose comes a little after the choices: what each would do, and several decisions under one name. */

import type { Situation } from '../api';
import type { Preview, Shortcut } from '../scene';

export interface Extras {
  ply: number;
  seat: number;
  previews: readonly Preview[]; // of the choices, in their order
  shortcuts: Shortcut[];
}

/** The situation with them; the same if they are about another one. */
export function withExtras(situation: Situation, { ply, seat, previews, shortcuts }: Extras): Situation {
  if (situation.ply !== ply || situation.seat !== seat || situation.choices.length !== previews.length)
    return situation;
  const choices = situation.choices.map((choice, number) => ({ ...choice, ...previews[number] }));
  return { ...situation, choices, shortcuts };
}

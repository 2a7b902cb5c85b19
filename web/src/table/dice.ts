/** Dice as they lie in the tray: which were rolled just now, and which are spent and what they showed. */

import type { Item, Moment, Scene } from '../scene';

const diceOf = (scene: Scene | undefined): Item[] => (scene?.items ?? []).filter(({ kind }) => kind === 'die');

/** The last roll among the first moments, as an index. */
const lastRoll = (moments: readonly Moment[], shown: number): number =>
  moments.slice(0, shown).findLastIndex(({ seat }) => seat === 'chance');

/**
 * A scene with every die of the last roll while the turn lasts: a game forgets what a spent die showed, and the page
 * does not. A die that was rolled and decided something at once shows its face until something else happens.
 */
export function withDice(scene: Scene, moments: readonly Moment[], shown: number): Scene {
  const at = lastRoll(moments, shown);
  const roll = moments[at];
  if (!roll) return scene;
  const [rolled, now] = [diceOf(roll.scene), diceOf(scene)];
  if (!rolled.length && !now.length) {
    const [blank] = diceOf(moments[at - 1]?.scene);
    const { face } = roll.decision;
    if (at !== shown - 1 || !blank || blank.face !== undefined || typeof face !== 'number') return scene;
    return { ...scene, items: [...scene.items, { ...blank, face: String(face) }] };
  }
  const since = new Set(moments.slice(at + 1, shown).map(({ seat }) => seat));
  if (since.size > 1 || (!now.length && !since.size)) return scene; // the turn of this roll is over
  const left = now.filter(({ used }) => !used);
  if (rolled.length <= left.length) return scene;
  const dice = rolled.map((die, k): Item => {
    const kept = left.findIndex(({ face }) => face === die.face);
    return kept < 0 ? { ...die, id: `die:spent.${k + 1}`, used: true } : left.splice(kept, 1)[0]!;
  });
  if (left.length) return scene; // not of this roll
  return { ...scene, items: [...dice, ...scene.items.filter(({ kind }) => kind !== 'die')] };
}

/** When each die was rolled: the ply, by the die. Those that lay there before are not rolled again. */
export function rollsOf(moments: readonly Moment[], shown: number): Map<string, number> {
  const rolls = new Map<string, number>();
  for (let at = lastRoll(moments, shown); at >= 0 && moments[at]!.seat === 'chance'; at--) {
    const [before, after] = [diceOf(moments[at - 1]?.scene), diceOf(moments[at]!.scene)];
    const same = new Set(before.map(({ id, face }) => `${id} ${face}`));
    for (const { id, face } of after)
      if (!same.has(`${id} ${face}`) && !rolls.has(id)) rolls.set(id, moments[at]!.ply + 1);
    for (const { id } of after.length ? [] : before) rolls.set(id, moments[at]!.ply + 1);
  }
  return rolls;
}

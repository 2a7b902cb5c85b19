/**
 * From touches to a decision. Every legal decision comes with what a person touches for it, in order; what can be
 * touched next is what the decisions that agree with the touches so far have at that place. No rules are known here.
 */

import type { Choice, Decision, Preview, Shortcut } from './scene';

/** What can be decided by touching: a choice, or a shortcut with touches, which makes several decisions. */
export type Way = Choice & { decisions?: Decision[] }; // all of them, the first included

export interface Narrowed {
  left: readonly Way[]; // the decisions that agree with what was touched
  glow: ReadonlySet<string>; // what can be touched next
  targets: ReadonlyMap<string, Preview>; // for each of those, what all its decisions have in common
}

/** What a touch comes to. */
export type Answer =
  | { kind: 'narrowed'; chosen: string[] } // more is to be touched
  | { kind: 'decided'; chosen: string[]; choice: Way } // one decision is left
  | { kind: 'wrong'; touches: string[] }; // leads nowhere: ask why

/** The decisions that can be touched: the single ones, and the shortcuts that have touches, such as long ways. */
export function touchable(choices: readonly Choice[], shortcuts: readonly Shortcut[]): Way[] {
  const ways = shortcuts.flatMap(({ touches, decisions, note, path, steps, through }): Way[] =>
    touches && decisions[0] ? [{ decision: decisions[0], decisions, touches, note, path, steps, through }] : [],
  );
  return [...choices, ...ways];
}

const agrees = (choice: Way, chosen: readonly string[]): boolean =>
  chosen.length <= choice.touches.length && chosen.every((id, k) => choice.touches[k] === id);

/** What is left after some touches. */
export function narrow(choices: readonly Way[], chosen: readonly string[]): Narrowed {
  const left = choices.filter((choice) => agrees(choice, chosen));
  const by = new Map<string, Way[]>();
  for (const choice of left) {
    const next = choice.touches[chosen.length];
    if (next === undefined) continue;
    const same = by.get(next);
    if (same) same.push(choice);
    else by.set(next, [choice]);
  }
  const targets = new Map<string, Preview>();
  for (const [id, same] of by) targets.set(id, shared(same));
  return { left, glow: new Set(by.keys()), targets };
}

/** What several decisions have in common of their previews. */
function shared(choices: readonly Way[]): Preview {
  const [first, ...others] = choices as [Way, ...Way[]];
  const preview: Preview = {};
  const note = others.reduce((common, choice) => alike(common, choice.note ?? ''), first.note ?? '');
  if (note) preview.note = note;
  if (first.steps !== undefined && others.every(({ steps }) => steps === first.steps)) preview.steps = first.steps;
  if (first.path && others.every(({ path }) => path?.join() === first.path!.join())) preview.path = first.path;
  const through = [...new Set(choices.flatMap((choice) => choice.through ?? []))];
  if (through.length) preview.through = through;
  return preview;
}

/** What two notes begin with, in whole parts: "5 steps · pushes Cobalt" of those that grow at the end and those that don't. */
function alike(one: string, other: string): string {
  const [parts, others] = [one.split(' · '), other.split(' · ')];
  let same = 0;
  while (same < parts.length && parts[same] === others[same]) same++;
  return parts.slice(0, same).join(' · ');
}

/**
 * A touch. What is touched again is let go, with everything after it; what could have been touched earlier replaces
 * what was. Once a single decision is left, the rest of its touches is taken as made, unless one of them is a place:
 * where something goes is always said by the person.
 */
export function touch(
  choices: readonly Way[],
  chosen: readonly string[],
  id: string,
  isPlace: (id: string) => boolean,
): Answer {
  const next = narrow(choices, chosen);
  if (next.glow.has(id)) return settled(choices, [...chosen, id], isPlace);
  const again = chosen.lastIndexOf(id);
  if (again >= 0) return { kind: 'narrowed', chosen: chosen.slice(0, again) };
  for (let kept = chosen.length - 1; kept >= 0; kept--) {
    const before = chosen.slice(0, kept);
    if (narrow(choices, before).glow.has(id)) return settled(choices, [...before, id], isPlace);
  }
  return { kind: 'wrong', touches: [...chosen, id] };
}

function settled(choices: readonly Way[], chosen: string[], isPlace: (id: string) => boolean): Answer {
  const { left } = narrow(choices, chosen);
  const only = left.length === 1 ? left[0]! : undefined;
  if (only && !only.touches.slice(chosen.length).some(isPlace)) return { kind: 'decided', chosen, choice: only };
  return { kind: 'narrowed', chosen };
}

/** One touch back. */
export const back = (chosen: readonly string[]): string[] => chosen.slice(0, -1);

/** Of the things under a pointer, topmost first, the one that is meant: what glows, or what could have been touched. */
export function meant(
  under: readonly string[],
  glow: ReadonlySet<string>,
  chosen: readonly string[],
  earlier: ReadonlySet<string>,
): string | null {
  return (
    under.find((id) => glow.has(id)) ??
    under.find((id) => chosen.includes(id)) ??
    under.find((id) => earlier.has(id)) ??
    under[0] ??
    null
  );
}

/** Everything that could have been touched instead of what was. */
export function alternatives(choices: readonly Way[], chosen: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let kept = 0; kept < chosen.length; kept++) {
    for (const id of narrow(choices, chosen.slice(0, kept)).glow) found.add(id);
  }
  return found;
}

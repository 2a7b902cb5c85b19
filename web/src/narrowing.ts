/**
 * From touches to a decision. Every legal decision comes with what a person touches for it, in order; what can be
 * touched next is what the decisions that agree with the touches so far have at that place. Some kinds of things may be
 * touched at any time, as a die before its piece or after it. No rules are known here.
 */

import type { Choice, Decision, Preview, Shortcut } from './scene';

/** What can be decided by touching: a choice, or a shortcut with touches, which makes several decisions. */
export type Way = Choice & { decisions?: Decision[] }; // all of them, the first included

/** How touches are read: which things are places, and of which kinds one may be touched late, or not at all. */
export interface Reading {
  isPlace: (id: string) => boolean;
  /** Of these the order is free; who leaves one out means the last choice that has everything else. */
  later: readonly string[];
}
const PLAIN: Reading = { isPlace: () => true, later: [] }; // nothing goes by itself

export interface Narrowed {
  left: readonly Way[]; // the decisions that agree with what was touched
  glow: ReadonlySet<string>; // what can be touched next
  targets: ReadonlyMap<string, Preview>; // for each of those, what all its decisions have in common
  taken: readonly string[]; // what was touched, with what needs no touch because there is nothing else
}

/** What a touch comes to. */
export type Answer =
  | { kind: 'narrowed'; chosen: string[] } // more is to be touched
  | { kind: 'decided'; chosen: string[]; choice: Way } // one decision is left
  | { kind: 'wrong'; touches: string[] }; // leads nowhere: ask why

/** The decisions that can be touched: the single ones, and the shortcuts that have touches, such as long ways. */
export function touchable(choices: readonly Choice[], shortcuts: readonly Shortcut[]): Way[] {
  const ways = shortcuts.flatMap(({ touches, decisions, note, path, steps, through, warning }): Way[] =>
    touches && decisions[0]
      ? [{ decision: decisions[0], decisions, touches, note, path, steps, through, warning }]
      : [],
  );
  return [...choices, ...ways];
}

const kindOf = (id: string): string => id.slice(0, id.indexOf(':'));
const isLate = (id: string, { later }: Reading): boolean => later.includes(kindOf(id));
/** Of a decision's touches, or of those so far, the ones that come in order. */
const inOrder = (touches: readonly string[], how: Reading): readonly string[] =>
  how.later.length ? touches.filter((id) => !isLate(id, how)) : touches;

const agrees = (choice: Way, chosen: readonly string[], how: Reading): boolean => {
  const main = inOrder(choice.touches, how);
  return (
    inOrder(chosen, how).every((id, k) => main[k] === id) &&
    (!how.later.length || chosen.every((id) => choice.touches.includes(id)))
  );
};

/** What is left after some touches. */
export function narrow(choices: readonly Way[], chosen: readonly string[], how: Reading = PLAIN): Narrowed {
  const left = choices.filter((choice) => agrees(choice, chosen, how));
  const taken = [...chosen];
  let by = nextOf(left, taken, how);
  // A single possibility is not asked for, as long as more is to be touched and it is not where something goes.
  for (let only = forced(by, taken, how); only; only = forced(by, taken, how)) {
    taken.push(only);
    by = nextOf(left, taken, how);
  }
  const targets = new Map<string, Preview>();
  for (const [id, same] of by) targets.set(id, shared(usual(same, how)));
  for (const [id, same] of lateOf(left, taken, how)) targets.set(id, shared(usual(same, how)));
  return { left, glow: new Set(targets.keys()), targets, taken };
}

/** What comes next in order, with the decisions that go on so. */
function nextOf(left: readonly Way[], taken: readonly string[], how: Reading): Map<string, Way[]> {
  const at = inOrder(taken, how).length;
  return grouped(left, (choice) => inOrder(choice.touches, how).slice(at, at + 1));
}

/** What may be touched late: one of each kind. */
function lateOf(left: readonly Way[], taken: readonly string[], how: Reading): Map<string, Way[]> {
  const kinds = new Set(taken.map(kindOf));
  const open = (choice: Way): string[] => choice.touches.filter((id) => isLate(id, how) && !kinds.has(kindOf(id)));
  const found = how.later.length ? grouped(left, open) : new Map<string, Way[]>();
  return found.size > 1 ? found : new Map();
}

function grouped(left: readonly Way[], by: (choice: Way) => readonly string[]): Map<string, Way[]> {
  const found = new Map<string, Way[]>();
  for (const choice of left)
    for (const id of by(choice)) {
      const same = found.get(id);
      if (same) same.push(choice);
      else found.set(id, [choice]);
    }
  return found;
}

function forced(by: ReadonlyMap<string, readonly Way[]>, taken: readonly string[], how: Reading): string | null {
  const [only, another] = by.keys();
  if (only === undefined || another !== undefined || how.isPlace(only)) return null;
  const at = inOrder(taken, how).length + 1;
  return by.get(only)!.every(({ touches }) => inOrder(touches, how).length > at) ? only : null;
}

/** Of decisions that differ only in what is touched late the last each: the one that is meant if it is left out. */
function usual(choices: readonly Way[], how: Reading): readonly Way[] {
  if (!how.later.length) return choices;
  return [...new Map(choices.map((choice) => [inOrder(choice.touches, how).join(), choice])).values()];
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
  if (choices.every(({ warning }) => warning)) preview.warning = first.warning;
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
export function touch(choices: readonly Way[], chosen: readonly string[], id: string, how: Reading): Answer {
  const next = narrow(choices, chosen, how);
  if (next.glow.has(id)) return settled(choices, [...next.taken, id], how);
  const again = chosen.lastIndexOf(id);
  if (again >= 0)
    return { kind: 'narrowed', chosen: isLate(id, how) ? chosen.toSpliced(again, 1) : chosen.slice(0, again) };
  if (next.taken.includes(id)) return { kind: 'narrowed', chosen: [...next.taken] }; // it needed no touch
  if (isLate(id, how)) {
    const other = chosen.map((each) => (kindOf(each) === kindOf(id) ? id : each));
    if (narrow(choices, other, how).left.length) return settled(choices, other, how);
  }
  for (let kept = chosen.length - 1; kept >= 0; kept--) {
    const before = narrow(choices, chosen.slice(0, kept), how);
    if (before.glow.has(id)) return settled(choices, [...before.taken, id], how);
  }
  return { kind: 'wrong', touches: [...next.taken, id] };
}

function settled(choices: readonly Way[], chosen: readonly string[], how: Reading): Answer {
  const { left } = narrow(choices, chosen, how);
  const [only, another] = usual(left, how);
  const rest = only ? inOrder(only.touches, how).slice(inOrder(chosen, how).length) : [];
  if (only && !another && !rest.some(how.isPlace)) return { kind: 'decided', chosen: [...chosen], choice: only };
  return { kind: 'narrowed', chosen: [...chosen] };
}

/** One touch back: the last thing that there was a choice about. */
export function back(choices: readonly Way[], chosen: readonly string[], how: Reading = PLAIN): string[] {
  let kept = chosen.length - 1;
  while (kept > 0 && narrow(choices, chosen.slice(0, kept), how).taken.length >= chosen.length) kept--;
  return chosen.slice(0, Math.max(0, kept));
}

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
export function alternatives(choices: readonly Way[], chosen: readonly string[], how: Reading = PLAIN): Set<string> {
  const found = new Set<string>();
  for (let kept = 0; kept < chosen.length; kept++) {
    for (const id of narrow(choices, chosen.slice(0, kept), how).glow) found.add(id);
  }
  return found;
}

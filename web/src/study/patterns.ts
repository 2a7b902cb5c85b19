/** What a lesson waits for: every field of one of its patterns must be the same. */

import type { Way } from '../narrowing';
import type { Decision } from '../scene';

export function matches(pattern: Decision, decision: Decision): boolean {
  return Object.entries(pattern).every(([name, value]) => JSON.stringify(decision[name]) === JSON.stringify(value));
}

export const isWanted = (patterns: readonly Decision[], decision: Decision): boolean =>
  patterns.some((pattern) => matches(pattern, decision));

/** The ways to what is wanted: of several decisions at one touch the last counts. */
export const wantedWays = (patterns: readonly Decision[], ways: readonly Way[]): Way[] =>
  ways.filter(({ decision, decisions = [decision] }) => isWanted(patterns, decisions.at(-1)!));

/** Everything that is touched on these ways. */
export const touchesOf = (patterns: readonly Decision[], ways: readonly Way[]): Set<string> =>
  new Set(wantedWays(patterns, ways).flatMap(({ touches }) => touches));

/** Whether a decision is one of those that a lesson waits for: every field of a pattern must be the same. */

import type { Decision } from '../scene';

export function matches(pattern: Decision, decision: Decision): boolean {
  return Object.entries(pattern).every(([name, value]) => JSON.stringify(decision[name]) === JSON.stringify(value));
}

export const isWanted = (patterns: readonly Decision[], decision: Decision): boolean =>
  patterns.some((pattern) => matches(pattern, decision));

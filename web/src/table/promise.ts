/**
 * This page's part in fair dice: a word of its own, published as a seal first and said when all have sealed theirs, and
 * the server's promise, kept until the secret is shown. docs/fair-dice.md says how it works.
 */

import type { Table } from '../api';

const KEPT = 'oddboard-dice';
const MOST = 40; // tables that are remembered

interface Kept {
  promise: string; // the commitment as it was first seen
  word?: string;
}

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

/** Keep something about a table's dice; the promise only the first time. */
function keep(id: string, found: Kept): void {
  const { [id]: before, ...rest } = all();
  const latest = Object.entries(rest).slice(-MOST + 1);
  const now = { ...Object.fromEntries(latest), [id]: { ...found, ...(before && { promise: before.promise }) } };
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // without storage nothing is kept, and nothing can be compared later
  }
}

const hex = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A word that nobody else can know beforehand. */
export const ownWord = (): string => hex(crypto.getRandomValues(new Uint8Array(8)));

/** A new word with its seal; without a seal where the browser has no hashes, as on a plain address in a network. */
export async function sealed(word: string = ownWord()): Promise<{ word: string; seal?: string }> {
  if (!globalThis.crypto?.subtle) return { word };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word));
  return { word, seal: hex(new Uint8Array(digest)) };
}

/** Remember the promise about a table's dice, and this page's word. */
export function remember({ id, dice }: Pick<Table, 'id' | 'dice'>, word?: string): void {
  const before = all()[id];
  if (!dice.commitment || (before && word === undefined)) return;
  keep(id, { promise: dice.commitment, word: word ?? before?.word });
}

/** The word that this page has sealed at a table. */
export const wordAt = (id: string): string | undefined => all()[id]?.word;

/** The promise as this page first saw it; undefined if it never did. */
export const promisedAt = (id: string): string | undefined => all()[id]?.promise;

/** What words on the page name on its board, and which of that is pointed at in them. */

import type { ToldPart } from '../seats/told';
import type { NamedPart, Names } from './names';

const NOTHING: readonly string[] = [];

class Pointing {
  /** What the board of the page calls things; null where there is none. */
  names = $state.raw<Names | null>(null);
  /** What is pointed at, focused or touched in words. */
  ids = $state.raw(NOTHING);

  at(ids = NOTHING): void {
    this.ids = ids;
  }

  /** Words with what they name on the board. */
  within(parts: readonly ToldPart[]): NamedPart[] {
    return this.names?.within(parts) ?? parts.map((part) => ({ ...part, ids: NOTHING }));
  }
}

export const pointing = new Pointing();

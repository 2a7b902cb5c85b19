/**
 * Several people at one device in a game with secrets: whoever is to decide looks, and nobody else. The server shows a
 * seat's secrets only while that seat is to decide and is asked for; the page covers the board until the right person
 * says so. Somebody who was the last to look and is to decide again is not asked twice.
 *
 * Who could answer an attack in secret is asked to look whether or not he can: the others must not know.
 */

import type { Situation, Table } from '../api';
import type { TableStore } from './table.svelte';

/** Who of this device is to look now; `why` differs from one attack to the next. */
export interface Looker {
  seat: number;
  why: string;
  asked: boolean; // in secret, perhaps
}

/** The seat of this device that is to look; null if nobody is, or nothing has to be covered. */
export function lookerOf(table: Table | null, situation: Situation | null): Looker | null {
  if (!table || !situation || table.you.length < 2 || table.state !== 'playing') return null;
  const { announced, laying, to_move } = situation;
  const here = (seat: number): boolean => table.you.includes(seat) && table.seats[seat]?.kind !== 'bot';
  if (announced) {
    const { answers, until } = announced;
    return here(answers) ? { seat: answers, why: `attack ${until}`, asked: true } : null;
  }
  const seat = (laying.length ? laying : typeof to_move === 'number' ? [to_move] : []).find(here);
  return seat === undefined ? null : { seat, why: `turn of ${seat}`, asked: false };
}

export class Covering {
  private last = $state<string | null>(null); // why somebody said last that he looks

  constructor(
    private store: () => TableStore,
    private secrets: () => boolean,
  ) {
    $effect(() => {
      const { next } = this;
      // Who may have been asked in secret has looked once: if he was not asked, he sees what everybody sees.
      if (next && !next.asked && next.why === this.last && this.store().viewer !== next.seat)
        this.store().lookAs(next.seat);
    });
  }

  private get next(): Looker | null {
    const { table, situation } = this.store();
    return this.secrets() ? lookerOf(table, situation) : null;
  }

  /** Who is to look now and has not said so. */
  get seat(): number | null {
    const { next } = this;
    return next && next.why !== this.last ? next.seat : null;
  }

  uncover(): void {
    const { next } = this;
    this.last = next?.why ?? null;
    this.store().lookAs(next?.seat ?? null);
  }
}

/**
 * Several people at one device in a game with secrets: whoever is to decide looks, and nobody else. The server shows a
 * seat's secrets only while that seat is to decide and is asked for; the page covers the board until the right person
 * says so. Somebody who was the last to look and is to decide again is not asked twice.
 */

import type { TableStore } from './table.svelte';

export class Covering {
  private last = $state<number | null>(null); // who said last that he looks

  constructor(
    private store: () => TableStore,
    private secrets: () => boolean,
  ) {
    $effect(() => {
      const next = this.next;
      if (next !== null && next === this.last && this.store().viewer !== next) this.store().lookAs(next);
    });
  }

  /** The seat of this device that is to decide. */
  private get next(): number | null {
    const { table, situation } = this.store();
    if (!this.secrets() || !table || !situation || table.you.length < 2 || table.state !== 'playing') return null;
    const { laying, to_move } = situation;
    const waiting = laying.length ? laying : typeof to_move === 'number' ? [to_move] : [];
    return waiting.find((seat) => table.you.includes(seat) && table.seats[seat]?.kind !== 'bot') ?? null;
  }

  /** Who is to look now and has not said so. */
  get seat(): number | null {
    return this.next !== this.last ? this.next : null;
  }

  uncover(): void {
    this.last = this.next;
    this.store().lookAs(this.last);
  }
}

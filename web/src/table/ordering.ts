/** Events exactly once and in order, whatever the connection does. */

export interface Numbered {
  seq: number;
}

/** What came of an event. */
export interface Sorted<Event> {
  ready: Event[]; // to be carried out now, in order
  gap: boolean; // something is missing before what came
}

/**
 * Keeps count of a stream whose events are numbered one by one. Whatever came before is dropped; whatever comes too
 * early waits for what is missing.
 */
export class Ordering<Event extends Numbered> {
  private early = new Map<number, Event>();

  /** The last number carried out; null before the first welcome. */
  last: number | null = null;

  /** The stream begins anew after a number: everything up to it is known. */
  restart(seq: number): void {
    this.last = seq;
    this.early.clear();
  }

  take(event: Event): Sorted<Event> {
    if (this.last === null || event.seq <= this.last) return { ready: [], gap: false };
    this.early.set(event.seq, event);
    const ready: Event[] = [];
    for (let next = this.early.get(this.last + 1); next; next = this.early.get(this.last + 1)) {
      this.early.delete(next.seq);
      this.last = next.seq;
      ready.push(next);
    }
    return { ready, gap: this.early.size > 0 };
  }
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/** How long to wait before a connection is tried for the nth time again, in milliseconds; `spread` is in [0, 1). */
export function waitBefore(attempt: number, spread: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + spread / 2);
}

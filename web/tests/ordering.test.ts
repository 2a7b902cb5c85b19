import { describe, expect, it } from 'vitest';
import { Ordering, waitBefore } from '../src/table/ordering';

const seqs = (events: { seq: number }[]): number[] => events.map(({ seq }) => seq);

describe('ordering', () => {
  it('carries out each event once', () => {
    const ordering = new Ordering();
    ordering.restart(10);
    expect(seqs(ordering.take({ seq: 11 }).ready)).toEqual([11]);
    expect(ordering.take({ seq: 11 })).toEqual({ ready: [], gap: false });
    expect(ordering.take({ seq: 4 })).toEqual({ ready: [], gap: false });
  });

  it('keeps what comes too early until the rest is there', () => {
    const ordering = new Ordering();
    ordering.restart(0);
    expect(ordering.take({ seq: 3 })).toEqual({ ready: [], gap: true });
    expect(ordering.take({ seq: 2 })).toEqual({ ready: [], gap: true });
    const { ready, gap } = ordering.take({ seq: 1 });
    expect(seqs(ready)).toEqual([1, 2, 3]);
    expect(gap).toBe(false);
    expect(ordering.last).toBe(3);
  });

  it('waits for the welcome', () => expect(new Ordering().take({ seq: 1 })).toEqual({ ready: [], gap: false }));

  it('forgets what was early when the stream begins anew', () => {
    const ordering = new Ordering();
    ordering.restart(0);
    ordering.take({ seq: 5 });
    ordering.restart(3);
    expect(seqs(ordering.take({ seq: 4 }).ready)).toEqual([4]);
  });

  it('waits longer each time, up to a limit, and never all at once', () => {
    expect(waitBefore(0, 0.5)).toBe(400);
    expect(waitBefore(3, 0.5)).toBe(3200);
    expect(waitBefore(30, 0.5)).toBe(8000);
    expect(waitBefore(0, 0)).toBeLessThan(waitBefore(0, 0.99));
  });
});

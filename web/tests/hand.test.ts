import { describe, expect, it } from 'vitest';
import { pull } from '../src/table/hand.svelte';

describe('what is dragged to the edge of an enlarged board', () => {
  it('moves the board away from that edge, the nearer the faster', () => {
    expect(pull(200, 200)).toBe(0);
    expect(pull(30, 370)).toBeGreaterThan(0);
    expect(pull(5, 395)).toBeGreaterThan(pull(30, 370));
    expect(pull(370, 30)).toBe(-pull(30, 370));
    expect(pull(-20, 420)).toBe(pull(0, 400)); // beyond it no faster than at it
  });
});

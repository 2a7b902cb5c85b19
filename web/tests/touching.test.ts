import { expect, test, vi } from 'vitest';
import type { Way } from '../src/narrowing';
import { Touching } from '../src/table/touching.svelte';

const way = (coin: number, more: object = {}): Way =>
  ({ decision: { coin }, touches: [`coin:${coin}`, 'to:e'], ...more }) as unknown as Way;

test('what waits for a second touch waits on when it is offered again, and is gone with the offer', () => {
  const decide = vi.fn();
  const touching = new Touching(decide, vi.fn(), () => false);
  const offers = (): Way[] => [way(3), way(4, { confirm: 'Lay plan' })];
  touching.offer(offers());
  touching.touch('coin:4');
  if (!touching.held) touching.touch('to:e');
  expect(touching.held?.id).toBeTruthy();
  touching.offer(offers());
  expect(touching.held?.choice.confirm).toBe('Lay plan');
  touching.confirm();
  expect(decide.mock.calls[0]![0]).toEqual({ coin: 4 });

  touching.offer(offers());
  touching.clear();
  touching.touch('coin:4');
  if (!touching.held) touching.touch('to:e');
  touching.offer([way(3)]);
  expect(touching.held).toBeNull();
});

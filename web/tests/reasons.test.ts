import { expect, describe, it, vi } from 'vitest';
import type { Moment, Scene } from '../src/scene';
import { reasonOf } from '../src/table/reasons';
import { texts } from '../src/texts';

const scene = { caption: '', pieces: [], items: [], seats: [] } as Scene;
const move: Moment = { ply: 3, seat: 0, decision: {}, words: 'Rust goes to c4', marks: [], trails: {}, scene };

describe('why a decision of the log was made', () => {
  it('is asked of the server by its number', async () => {
    const ask = vi.fn(() => Promise.resolve('Pushes all.'));
    expect(await reasonOf(ask, move)).toBe('Pushes all.');
    expect(ask).toHaveBeenCalledExactlyOnceWith(3);
  });
  it('is told too where there is nothing to tell, or nothing may be told', async () => {
    expect(await reasonOf(() => Promise.resolve(''), move)).toBe(texts.table.noReason);
    const refused = () => Promise.reject(new Error('that is hidden from you.'));
    expect(await reasonOf(refused, move)).toBe('That is hidden from you.');
  });
});

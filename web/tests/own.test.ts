import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../src/api';
import { exampleOf, namesIn, readOwn, written } from '../src/home/own';

const option = (samples: unknown[]): OptionInfo => ({ name: 'x', kind: 'own', rule: 'X-1', tells: '', samples });

describe('options of one’s own', () => {
  const map = option(['fen', 'random', '..o\n#o.\n']);
  const deck = option(['standard', { wild: 2 }]);

  it('are some by name, and one to begin with', () => {
    expect(namesIn(map)).toEqual(['fen', 'random']);
    expect(written(exampleOf(map))).toBe('..o\n#o.');
    expect(written(exampleOf(deck))).toBe('{\n "wild": 2\n}');
  });
  it('are text as it is, or JSON', () => {
    expect(readOwn(map, '{')).toBe('{');
    expect(readOwn(deck, '{"wild": 3}')).toEqual({ wild: 3 });
    expect(() => readOwn(deck, '{"wild": ')).toThrow(/not JSON/);
  });
});

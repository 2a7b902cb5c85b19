import { describe, expect, it } from 'vitest';
import { sentence } from '../src/sentence';

const asks = {
  martian: 'choose a Martian',
  square: 'choose a square for {martian}',
  facing: 'say which way {martian} faces on {square}',
  'button:end': 'end your turn',
  'button:pass': 'pass the baton',
  hex: 'button:pass>choose who gets it|choose a hex for {martian}|choose a hex',
};
const names: Record<string, string> = { 'martian:1': "Rust's small Martian", 'square:c3': 'c3' };
const said = (glow: string[], chosen: string[] = []): string =>
  sentence(asks, glow, chosen, (id) => names[id] ?? id)
    .map(({ text }) => text)
    .join('');

describe('the sentence', () => {
  it('says one order', () => expect(said(['martian:1', 'martian:2'])).toBe('Choose a Martian.'));
  it('joins two with or', () => expect(said(['button:end', 'martian:1'])).toBe('Choose a Martian or end your turn.'));
  it('joins more with commas', () =>
    expect(said(['martian:1', 'button:pass', 'button:end'])).toBe(
      'Choose a Martian, pass the baton, or end your turn.',
    ));
  it('names what was touched', () => {
    const parts = sentence(asks, ['facing:north'], ['martian:1', 'square:c3'], (id) => names[id]!);
    expect(parts.filter(({ name }) => name).map(({ text }) => text)).toEqual(["Rust's small Martian", 'c3']);
    expect(said(['facing:north'], ['martian:1', 'square:c3'])).toBe("Say which way Rust's small Martian faces on c3.");
  });
  it('says what a thing is for by what was touched before', () => {
    expect(said(['hex:a1'], ['button:pass'])).toBe('Choose who gets it.');
    expect(said(['hex:a1'], ['martian:1'])).toBe("Choose a hex for Rust's small Martian.");
    expect(said(['hex:a1'])).toBe('Choose a hex.');
  });
  it('ends after a reason, so that it does not run on', () =>
    expect(
      sentence({ ...asks, boat: 'turn boat 1: it can no longer sail north' }, ['boat:1', 'button:end'], [], String)
        .map(({ text }) => text)
        .join(''),
    ).toBe('Turn boat 1: it can no longer sail north. Or end your turn.'));
  it('is silent about what the game has no words for', () => expect(said(['coin:5'])).toBe(''));
});

import { describe, expect, it } from 'vitest';
import { Names } from '../src/boards/names';
import type { Ground, Scene } from '../src/scene';
import { told, YOU } from '../src/seats/told';

const place = (id: string, name: string) => ({ id, name, kind: '', at: [0, 0] as [number, number], outline: [] });
const piece = (id: string, name: string, seat: number | null) => ({ id, name, seat, kind: '', at: null, spot: null });
const ground: Ground = {
  size: [1, 1],
  places: [
    place('s:e7', 'e7'),
    place('s:h2', 'h2, Government Center'),
    place('s:a7', 'a7, Home'),
    place('s:d3', 'd3, height 5, the peak'),
    place('s:e3', 'e3, height 5, the peak'),
  ],
};
const scene = {
  pieces: [
    piece('m:0.1', "Rust's small Martian 1 on e7, lying west", 0),
    piece('m:0.2', "Rust's medium Martian 2, waiting to land", 0),
    piece('m:1.1', "Cobalt's small Martian 1 on h2, standing", 1),
    piece('y:0', "Rust's yeti on e7", 0),
    piece('y:1', "Cobalt's yeti off the board", 1),
    piece('l:1', 'Cobalt Luggant 3 on e7', 1),
    piece('d', 'Mad Dog on e7', null),
  ],
} as unknown as Scene;
const names = new Names(ground, scene, 0);
const named = (words: string, who: readonly string[] = []): string[] => names.in(told(words, who));

describe('what words name on the board', () => {
  it('knows places by their coordinates, their own names, and what several are called together', () => {
    expect(named('Walk to e7, then past e77 and he7.')).toEqual(['s:e7']);
    expect(named('Walk onto the Government Center')).toEqual(['s:h2']);
    expect(named('At Home, not at home, where height 5 is unheard of')).toEqual(['s:a7']);
    expect(named('The peak is high')).toEqual(['s:d3', 's:e3']);
  });
  it('knows pieces by owner and number, whoever tells it', () => {
    expect(named("Cobalt's small Martian 1 goes to e7")).toEqual(['m:1.1', 's:e7']);
    expect(named("Cobalt's small Martian 1 meets Rust's medium Martian 2", [YOU, 'Bo'])).toEqual(['m:1.1', 'm:0.2']);
    expect(named('Bring in your Martian 2')).toEqual(['m:0.2']);
    expect(named('Martian 1 is yours here')).toEqual(['m:0.1']);
    expect(named("Cobalt's Luggant 3 stands on its own Martian 1")).toEqual(['l:1', 'm:1.1']);
    expect(named('The Mad Dog bites')).toEqual(['d']);
  });
  it('takes the only one of a kind for what its owner has, and any other for nobody’s', () => {
    expect(named("Cobalt's yeti")).toEqual(['y:1']);
    expect(named('your yeti')).toEqual(['y:0']);
    expect(named('A yeti falls')).toEqual([]);
    expect(named('your Martian')).toEqual([]);
    expect(named('Cobalt Luggant')).toEqual(['l:1']);
  });
  it('leaves all words as they are', () => {
    const words = "Cobalt's small Martian 1 goes to e7. Rust rolls 4 on e7 and waits";
    const parts = names.within(told(words, []));
    expect(parts.map(({ text }) => text).join('')).toBe(words);
    expect(parts.filter(({ ids }) => ids.length).map(({ text }) => text)).toEqual(['Martian 1', 'e7', 'e7']);
  });
  it('finds nothing on a board without names', () => {
    const none = new Names({ size: [1, 1], places: [] }, { pieces: [] } as unknown as Scene, null);
    expect(none.within(told('to e7', []))).toEqual([{ text: 'to e7', seat: null, ids: [] }]);
  });
});

import { describe, expect, test } from 'vitest';
import { changes, follow } from '../src/boards/yavoch/following';
import { levelsOf, sights } from '../src/boards/yavoch/space';
import type { Ground, Piece, Place, Scene } from '../src/scene';

const DIGITS = [1, 2, 3, 4, 5];
const WAYS = [
  [0, 1, 0],
  [0, 0, 1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 0, 0],
  [1, -1, 0],
].flatMap((way) => [way, way.map((step) => -step)]);

/** The field as the server draws it. */
function field(): Ground {
  const places: Place[] = DIGITS.flatMap((level) =>
    DIGITS.flatMap((bare) =>
      DIGITS.map((circled) => ({
        id: `position:${level}${bare}${circled}`,
        name: '',
        kind: `level${level}`,
        at: [112 + 96 * (level + bare - 2) + 37 * (circled - 1), 702 - 137 * (level - 1) - 22.5 * (circled - 1)],
        outline: [],
        near: WAYS.map(([l, b, c]) => [level + l!, bare + b!, circled + c!])
          .filter((name) => name.every((digit) => digit >= 1 && digit <= 5))
          .map((name) => `position:${name.join('')}`),
      })),
    ),
  );
  return { size: [1104, 744], places };
}

const piece = (kind: string, at: string, seat = 0, rings = 1): Piece => ({
  id: `${kind === 'gate' || kind === 'mine' ? kind : 'ship'}:${at}`,
  name: '',
  kind,
  seat,
  at: `position:${at}`,
  spot: [0, 0],
  look: { blocks: true, rings },
});
const scene = (...pieces: Piece[]): Scene => ({ caption: '', pieces, items: [], seats: [] });
const keys = (followed: ReturnType<typeof follow>): Record<string, number> =>
  Object.fromEntries(followed.map(({ key, piece: { id } }) => [id, key]));

describe('following ships', () => {
  test('a trail tells which of two alike has moved', () => {
    const before = follow([], scene(piece('squam', '333'), piece('squam', '111')), {});
    const after = follow(before, scene(piece('squam', '355'), piece('squam', '111')), {
      'ship:355': ['position:333', 'position:344', 'position:355'],
    });
    expect(keys(after)['ship:355']).toBe(keys(before)['ship:333']);
    expect(after[0]!.way).toHaveLength(3);
    expect(keys(after)['ship:111']).toBe(keys(before)['ship:111']);
  });

  test('one that takes the place of another is still itself', () => {
    const before = follow([], scene(piece('squam', '333'), piece('squam', '344', 1)), {});
    const after = follow(before, scene(piece('squam', '344')), { 'ship:344': ['position:333', 'position:344'] });
    expect(after[0]!.key).toBe(keys(before)['ship:333']);
    expect(changes(before, after).lost.map(({ seat }) => seat)).toEqual([1]);
  });

  test('without a trail, what vanished here and appeared there has moved', () => {
    const before = follow([], scene(piece('archid', '333'), piece('trych', '111')), {});
    const after = follow(before, scene(piece('archid', '335'), piece('trych', '111')), {});
    expect(keys(after)['ship:335']).toBe(keys(before)['ship:333']);
    expect(after[0]!.way).toEqual(['position:333', 'position:335']);
  });

  test('a double is new, and its original stays', () => {
    const before = follow([], scene(piece('squam', '333', 0, 3)), {});
    const after = follow(before, scene(piece('squam', '333'), piece('squam', '344')), {
      'ship:344': ['position:333', 'position:344'],
    });
    expect(new Set(after.map(({ key }) => key)).size).toBe(2);
  });

  test('a ship that changes its kind or side stays the same', () => {
    const before = follow([], scene(piece('squam', '333', 1)), {});
    expect(follow(before, scene(piece('archid', '333', 0)), {})[0]!.key).toBe(before[0]!.key);
  });

  test('a ring that one has less and one has more was passed', () => {
    const before = follow([], scene(piece('squam', '333', 0, 2), piece('command', '332', 0, 0)), {});
    const after = follow(before, scene(piece('squam', '333', 0, 1), piece('command', '332', 0, 1)), {});
    const { passed } = changes(before, after);
    expect([passed?.from.id, passed?.to.id]).toEqual(['ship:333', 'ship:332']);
  });
});

describe('the field', () => {
  const ground = field();
  const places = new Map(ground.places.map((place) => [place.id, place]));

  test('has twelve lines of sight from its middle', () => {
    const lines = sights(places, [], 'position:333');
    expect(lines).toHaveLength(12);
    expect(lines.every(({ seen }) => seen.length === 2)).toBe(true);
    expect(lines.filter(({ slant }) => slant).map(({ seen }) => seen.at(-1))).toEqual(['position:533', 'position:133']);
  });

  test('a line ends at the first thing in the way, but not at loose rings', () => {
    const loose: Piece = { ...piece('loose', '343'), look: { blocks: false } };
    const lines = sights(places, [loose, piece('mine', '332')], 'position:333');
    const ends = lines.map(({ seen, hits }) => `${seen.at(-1)!.slice(-3)}${hits ? '!' : ''}`);
    expect(ends).toContain('353');
    expect(ends).toContain('332!');
  });

  test('has five levels with plates that do not overlap', () => {
    const levels = levelsOf(ground);
    expect(levels.map(({ places: own }) => own.length)).toEqual([25, 25, 25, 25, 25]);
    for (const [k, level] of levels.entries()) {
      const above = levels[k + 1];
      if (above) expect(above.corners[0]![1] + 7).toBeLessThan(level.corners[2]![1]);
    }
  });
});

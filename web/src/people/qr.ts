/**
 * QR codes of links: bytes, error correction M, up to version 10 (ISO/IEC 18004). Small enough to be our own, and loaded
 * only where one is shown.
 */

const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // codewords of a block, by version from 1
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]]; // centres besides 6
const BYTES = 0b0100; // the mode
const LEVEL_M = 0b00;
const PADDING = [0xec, 0x11];
const FIELD = 0x11d; // the polynomial of the field of 256
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Square = (boolean | null)[][]; // by row; null where nothing is drawn yet

/** The modules of a text's code, row by row; an error if it is longer than a link should be. */
export function qr(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + CODEWORDS.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= room(at));
  if (!version) throw new Error('too long for a code');
  const drawn = MASKS.map((mask, number) =>
    draw(version, interleaved(version, codewords(version, bytes)), mask, number),
  );
  return drawn.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

/** Codewords for the text itself in a version, whose index it is. */
const room = (at: number): number => CODEWORDS[at]! - CORRECTION[at]! * BLOCKS[at]!;

/** Mode, length, text and padding. */
function codewords(version: number, bytes: readonly number[]): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(BYTES, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const all = room(version - 1) * 8;
  put(0, Math.min(4, all - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let at = 0; bits.length < all; at++) put(PADDING[at % 2]!, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2));
}

/** The blocks with their corrections, codeword by codeword in turn. */
function interleaved(version: number, all: readonly number[]): number[] {
  const count = BLOCKS[version - 1]!;
  const correction = CORRECTION[version - 1]!;
  const short = Math.floor(all.length / count);
  const blocks: number[][] = [];
  for (let at = 0, from = 0; at < count; at++) {
    const length = short + (at >= count - (all.length % count) ? 1 : 0);
    blocks.push(all.slice(from, from + length));
    from += length;
  }
  const ends = blocks.map((block) => remainder(block, correction));
  const turns = (rows: readonly number[][], length: number): number[] =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => (at < row.length ? [row[at]!] : []))).flat();
  return [...turns(blocks, short + 1), ...turns(ends, correction)];
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * FIELD) ^ (((b >> bit) & 1) * a);
  return product;
}

/** What Reed and Solomon's division leaves of a block. */
function remainder(block: readonly number[], degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1];
  for (let at = 0, root = 1; at < degree; at++, root = times(root, 2))
    for (let k = 0; k < degree; k++) divisor[k] = times(divisor[k]!, root) ^ (divisor[k + 1] ?? 0);
  const rest = Array<number>(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (let k = 0; k < degree; k++) rest[k]! ^= times(divisor[k]!, factor);
  }
  return rest;
}

function draw(
  version: number,
  content: readonly number[],
  mask: (x: number, y: number) => boolean,
  number: number,
): boolean[][] {
  const size = 17 + 4 * version;
  const square: Square = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  patterns(square, version);
  format(square, number);
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (square[y]![x] !== null) continue;
        const dark = bit < content.length * 8 && ((content[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        square[y]![x] = dark !== mask(x, y);
        bit++;
      }
    }
  }
  return square as boolean[][];
}

/** Finders, alignment, timing, and from version 7 the version itself. */
function patterns(square: Square, version: number): void {
  const size = square.length;
  const set = (x: number, y: number, dark: boolean): void => {
    if (square[y] && x >= 0 && x < size) square[y]![x] = dark;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const ring = (x: number, y: number, radius: number, light: readonly number[]): void => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const centres = [6, ...ALIGNED[version - 1]!];
  for (const y of centres)
    for (const x of centres) {
      const finder =
        [x, y].every((each) => each === 6) || (x === 6 && y === centres.at(-1)) || (y === 6 && x === centres.at(-1));
      if (!finder) ring(x, y, 2, [1]);
    }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4, [2, 4]);
  if (version < 7) return;
  let rest = version;
  for (let bit = 0; bit < 12; bit++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit++) {
    const [a, b] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    set(a, b, ((bits >> bit) & 1) === 1);
    set(b, a, ((bits >> bit) & 1) === 1);
  }
}

/** Which correction and which mask, twice. */
function format(square: Square, mask: number): void {
  const size = square.length;
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let bit = 0; bit < 10; bit++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const dark = (bit: number): boolean => ((bits >> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit++) {
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0);
    if (bit < 8) {
      square[near]![8] = dark(bit);
      square[8]![size - 1 - bit] = dark(bit);
    } else {
      square[8]![near] = dark(bit);
      square[size - 15 + bit]![8] = dark(bit);
    }
  }
  square[size - 8]![8] = true;
}

/** How hard a code is to read: long runs, blocks of one colour, too much of one. */
function penalty(square: readonly (readonly boolean[])[]): number {
  const size = square.length;
  const columns = square.map((_, x) => square.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...square, ...columns])
    for (let at = 0, run = 0; at < size; at++) {
      run = at && line[at] === line[at - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (new Set([square[y]![x], square[y - 1]![x], square[y]![x - 1], square[y - 1]![x - 1]]).size === 1) sum += 3;
  const dark = square.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

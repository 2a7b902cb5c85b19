/** Codes to scan: read back here by a reader that shares nothing with the writer but the standard. */
import { describe, expect, test } from 'vitest';
import { qr } from '../src/people/qr';

const LINK = 'http://192.168.1.20:8765/table/AbCdEfGhIjKlMnOp';

/** What a code says, by undoing its mask and reading the bytes of its single block. */
function readBack(square: boolean[][]): string {
  const size = square.length;
  const bits = [8, 7, 5, 4, 3, 2, 1, 0].map((y) => square[y]![8]!).reverse(); // bits 0 to 7 of the format
  const format = bits.reduce((sum, dark, bit) => sum | (Number(dark) << bit), 0);
  const across = [7, 5, 4, 3, 2, 1, 0].reduce((sum, x, k) => sum | (Number(square[8]![x]!) << (8 + k)), format);
  const mask = ((across ^ 0x5412) >> 10) & 7;
  expect((across ^ 0x5412) >> 13).toBe(0); // error correction M
  const masks = [
    (x: number, y: number) => (x + y) % 2,
    (_: number, y: number) => y % 2,
    (x: number) => x % 3,
    (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (((x / 3) | 0) + ((y / 2) | 0)) & 1,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  const aligned = size - 7;
  const isFunction = (x: number, y: number): boolean =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (y < 9 && x >= size - 8) ||
    (size > 21 && Math.abs(x - aligned) < 3 && Math.abs(y - aligned) < 3);
  const read: number[] = [];
  let upward = true;
  for (let right = size - 1; right > 0; right -= 2, upward = !upward) {
    if (right === 6) right--;
    for (let k = 0; k < size; k++) {
      const y = upward ? size - 1 - k : k;
      for (const x of [right, right - 1])
        if (!isFunction(x, y)) read.push(Number(square[y]![x]! !== (masks[mask]!(x, y) === 0)));
    }
  }
  const number = (from: number, length: number): number => parseInt(read.slice(from, from + length).join(''), 2);
  expect(number(0, 4)).toBe(4); // bytes
  return String.fromCharCode(...Array.from({ length: number(4, 8) }, (_, k) => number(12 + 8 * k, 8)));
}

describe('a code', () => {
  test.each(['http://a.b/', 'https://oddboard.example/', LINK.slice(0, 40)])('says %s', (text) => {
    expect(readBack(qr(text))).toBe(text);
  });

  test('has the size of its version, three finders and their quiet border', () => {
    const square = qr(LINK);
    expect(square.length).toBe(33);
    for (const [x, y] of [
      [0, 0],
      [26, 0],
      [0, 26],
    ] as const)
      expect(
        square.slice(y, y + 7).map((row) =>
          row
            .slice(x, x + 7)
            .map(Number)
            .join(''),
        ),
      ).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']);
    expect(square[7]!.slice(0, 8).some(Boolean)).toBe(false);
  });

  test('has the corrections with which another program reads it', () => {
    const square = qr('http://a.b/');
    expect(square.length).toBe(21);
    expect(fingerprint(square)).toBe(REFERENCE);
  });

  test('is refused where no code would be large enough', () => {
    expect(() => qr('x'.repeat(214))).toThrow();
    expect(qr('x'.repeat(213)).length).toBe(57);
  });
});

const fingerprint = (square: boolean[][]): string =>
  square.map((row) => parseInt(row.map(Number).join(''), 2).toString(36)).join(' ');
/** Read by another program (zxing). */
const REFERENCE =
  '18prz mukh wnz1 wtwd wr4t mzpd 18prz 4jk okqh phb0 1600q 581s krsq 3dq 18oze mv7n ws6y wo2f wprs muqw 18qs9';

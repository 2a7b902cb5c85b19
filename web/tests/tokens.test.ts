/** Measures come from `tokens.css` and `breakpoints.ts`, which stay short lists; nothing else in the page says one. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONDITIONS } from '../src/breakpoints';

const root = new URL('../src/', import.meta.url).pathname;
const tokens = readFileSync(`${root}tokens.css`, 'utf8');

/** The style sheets of the page, each with where it is from. */
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|css)$/.test(file) && file !== 'tokens.css' && file !== 'fonts.css')
  .map((file) => {
    const text = readFileSync(root + file, 'utf8');
    return { file, css: file.endsWith('.css') ? text : (/<style>([^]*)<\/style>/.exec(text)?.[1] ?? '') };
  });

/** The declarations of some properties whose values say a length of their own. */
function raw(property: RegExp, length: RegExp): string[] {
  return sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/(?<=[{;\s])([a-z-]+):\s*([^;{}]+);/g)].flatMap(([, name, value]) =>
      property.test(name!) && length.test(value!) ? [`${file}: ${name}: ${value}`] : [],
    ),
  );
}

const declared = (kind: string): string[] =>
  [...tokens.matchAll(new RegExp(`--${kind}-[a-z0-9]+: *\\d`, 'g'))].map(([text]) => text);

describe('measures', () => {
  test('are few', () => {
    expect(declared('type').length).toBeLessThanOrEqual(8);
    expect(declared('round').length).toBeLessThanOrEqual(4);
    expect(declared('space').length).toBeLessThanOrEqual(10);
    const widths = Object.values(CONDITIONS).map((condition) => /\d+/.exec(condition)![0]);
    expect(new Set(widths).size).toBeLessThanOrEqual(4);
  });
  // A page's number on paper, outside of everything that has tokens, is in points.
  test('of type are tokens', () => expect(raw(/^font(-size)?$/, /\d(px|rem)/)).toEqual([]));
  test('of radii are tokens', () => expect(raw(/^border(-[a-z]+)*-radius$/, /\d(px|%|em)/)).toEqual([]));
  test('of spaces are tokens', () =>
    expect(raw(/^(padding|margin|gap|row-gap|column-gap)(-[a-z]+)*$/, /(^|[ (-])([2-9]|\d\d)(\.\d+)?px/)).toEqual([]));
  test('of breakpoints are named', () => {
    const conditions = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(/@(?:media|container)([^{]+)/g)].flatMap(([, condition]) =>
        /\d(px|em)/.test(condition!) || [...condition!.matchAll(/\(--\w+\)/g)].some(([name]) => !(name in CONDITIONS))
          ? [`${file}: ${condition!.trim()}`]
          : [],
      ),
    );
    expect(conditions).toEqual([]);
  });
  test('that are used exist', () => {
    const missing = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(/var\((--(?:type|round|space)-[a-z0-9]+)\)/g)].flatMap(([, name]) =>
        tokens.includes(`${name}:`) ? [] : [`${file}: ${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { inline, read } from '../src/learn/markdown';

describe('a rulebook', () => {
  it('has rules with their identifiers', () => {
    const [heading, list] = read('## A turn\n\n- **MAR-6** Roll *two* dice.\n- **MAR-7** See MAR-6.');
    expect(heading).toMatchObject({ kind: 'heading', level: 2, id: 'a-turn' });
    expect(list).toMatchObject({ kind: 'list', items: [{ rule: 'MAR-6' }, { rule: 'MAR-7' }] });
    expect((list as { items: { text: unknown }[] }).items[1]!.text).toContainEqual({ kind: 'rule', text: 'MAR-6' });
  });

  it('keeps what is indented with its rule', () => {
    const [list, next] = read(
      '- **EVE-1** Heights are\n\n  ```\n  1 2\n  ```\n\n  a3 is no square.\n- **EVE-2** More.\n\nAfter.',
    );
    const { items } = list as { items: { more: { kind: string; text?: string }[] }[] };
    expect(items).toHaveLength(2);
    expect(items[0]!.more.map(({ kind }) => kind)).toEqual(['code', 'paragraph']);
    expect(items[0]!.more[0]!.text).toBe('1 2');
    expect(next).toMatchObject({ kind: 'paragraph' });
  });

  it('has tables, numbers and code', () => {
    const kinds = read('| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n2. two\n\n```\nx\n```').map(({ kind }) => kind);
    expect(kinds).toEqual(['table', 'list', 'code']);
  });

  it('never becomes markup', () => {
    expect(inline('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
  });

  it('comes to an end with anything', () => {
    for (const odd of ['```', '|', '-', '- ', '#', '  ', '** **', '1.', '```\n|'])
      expect(read(odd)).toBeInstanceOf(Array);
  });
});

import { describe, expect, it } from 'vitest';
import { inline, lengthOf, read, titles, type Inline, type ListItem } from '../src/learn/markdown';

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

  it('lets a title stand over the columns that have none', () => {
    const head = (row: string) => titles((read(`${row}\n|---|---|---|`)[0] as { head: Inline[][] }).head);
    expect(head('| a round | |').map(({ wide }) => wide)).toEqual([2]);
    expect(head('| | moves | mud |').map(({ wide }) => wide)).toEqual([1, 1, 1]);
    expect(lengthOf(inline('**null** and ace'))).toBe(12);
  });

  it('never becomes markup', () => {
    expect(inline('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
  });

  it('comes to an end with anything', () => {
    for (const odd of ['```', '|', '-', '- ', '#', '  ', '** **', '1.', '```\n|'])
      expect(read(odd)).toBeInstanceOf(Array);
  });
});

describe('a rule', () => {
  const itemOf = (text: string) => (read(text)[0] as { items: ListItem[] }).items[0]!;
  const words = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('');

  it('says whose word it is, and a ruling of ours its reason', () => {
    const ours = itemOf('- **EVE-6** [R] A fall ends the plan. Our ruling: the book says nothing of it.');
    expect(ours).toMatchObject({ rule: 'EVE-6', marks: ['R'] });
    expect(words(ours.text)).toBe('A fall ends the plan.');
    expect(words(ours.reason)).toBe('The book says nothing of it.');
    expect(itemOf('- **EVE-7** [T/I] Both.').marks).toEqual(['T', 'I']);
    expect(itemOf('- **EVE-8** Neither.')).toMatchObject({ marks: [], reason: [] });
    expect(words(itemOf('- [T] is no rule').text)).toBe('[T] is no rule');
  });

  it('is one text, however many lines it is written in', () => {
    const item = itemOf('- **EVE-6** [R] A fall ends\n  the plan.\n  Our ruling: so\n  it is.\n\n  More.');
    expect(words(item.text)).toBe('A fall ends the plan.');
    expect(words(item.reason)).toBe('So it is.');
    expect(item.more).toHaveLength(1);
  });

  it('can have a position drawn', () => {
    const item = itemOf('- **EVE-6** [T] So.\n\n  ```board first-steps\n  The yeti on a2\n  goes *north*.\n  ```');
    expect(item.more[0]).toMatchObject({ kind: 'board', id: 'first-steps' });
    expect(words((item.more[0] as { caption: { text: string }[] }).caption)).toBe('The yeti on a2 goes north.');
  });

  it('can have a part of a position drawn, and things of it one by one', () => {
    const [board, pieces] = read(
      '```board sight around position:333 position:335\nA line.\n```\n\n```pieces\nsetup ship:124 A **Squam**\n```',
    );
    expect(board).toMatchObject({ kind: 'board', id: 'sight', around: ['position:333', 'position:335'] });
    expect(pieces).toMatchObject({ kind: 'pieces', shown: [{ example: 'setup', thing: 'ship:124' }] });
  });
});

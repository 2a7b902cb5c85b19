/** The part of Markdown that rulebooks use, read into blocks. Nothing of it becomes HTML by itself, so nothing can harm. */

export interface Inline {
  kind: 'text' | 'strong' | 'em' | 'code' | 'rule';
  text: string;
}

export type Block =
  | { kind: 'heading'; level: number; text: Inline[]; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: ListItem[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'board'; id: string; around: string[]; caption: Inline[] } // a position to be drawn: a lesson's or an example's
  | { kind: 'pieces'; shown: Shown[] };

/** A thing of a drawn position that is shown by itself. */
export interface Shown {
  example: string;
  thing: string;
  caption: Inline[];
}

/** The titles of a table's columns, each over the columns after it that have none. */
export function titles(head: readonly Inline[][]): { cell: Inline[]; wide: number }[] {
  const found: { cell: Inline[]; wide: number }[] = [];
  for (const cell of head) {
    if (cell.length > 0 || found.length === 0) found.push({ cell, wide: 1 });
    else found.at(-1)!.wide++;
  }
  return found;
}

export const lengthOf = (text: readonly Inline[]): number => text.reduce((sum, part) => sum + part.text.length, 0);

/** Whose word a rule is: the rulebook says it (T), it follows from it (I), it is our ruling (R). */
export type Mark = 'T' | 'I' | 'R';

export interface ListItem {
  rule: string | null; // MAR-7, if the item is a rule
  marks: Mark[]; // whose word the rule is
  text: Inline[];
  reason: Inline[]; // of a ruling of ours
  more: Block[];
}

const RULE = /^\*\*([A-Z]{2,4}-\d+[a-z]?)\*\*\s*/;
const MARK = /^\[([TIR](?:\/[TIR])*)\]\s*/;
const RULING = /\s*Our ruling:\s*/;
const FENCE = /^```\s*board\s+(\S+)(?:\s+around\s+(.*\S))?\s*$/;
const PIECES = /^```\s*pieces\s*$/;
const THING = /^(\S+)\s+(\S+)\s+(.*)$/;
const EMPHASIS = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[A-Z]{3}-\d+[a-z]?\b)/;

/** Words with their emphasis; a rule's identifier becomes a link. */
export function inline(text: string): Inline[] {
  return text
    .split(EMPHASIS)
    .filter(Boolean)
    .map((part): Inline => {
      if (part.length > 4 && part.startsWith('**') && part.endsWith('**'))
        return { kind: 'strong', text: part.slice(2, -2) };
      if (part.length > 2 && part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (/^[A-Z]{3}-\d+[a-z]?$/.test(part)) return { kind: 'rule', text: part };
      if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) return { kind: 'em', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const ITEM = /^(-|\d+\.)\s+/;
const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

/** An item of a list; one that begins with a rule's identifier is that rule, with its mark and its reason. */
function listItem(text: string, more: Block[]): ListItem {
  const rule = RULE.exec(text)?.[1] ?? null;
  const said = text.replace(RULE, '');
  const marks = ((rule && MARK.exec(said)?.[1]?.split('/')) || []) as Mark[];
  const [own = '', reason = ''] = rule ? said.replace(MARK, '').split(RULING, 2) : [said];
  return { rule, marks, text: inline(own), reason: inline(capitalised(reason)), more };
}

/** What a fence holds: a board, all of it or the part around some things; things each by itself; or plain text. */
function fenced(line: string, body: string[]): Block {
  const board = FENCE.exec(line);
  if (board) {
    const around = (board[2] ?? '').split(/\s+/).filter(Boolean);
    return { kind: 'board', id: board[1]!, around, caption: inline(body.join(' ').trim()) };
  }
  if (!PIECES.test(line)) return { kind: 'code', text: body.join('\n') };
  const shown = body.flatMap((each): Shown[] => {
    const [, example, thing, words] = THING.exec(each.trim()) ?? [];
    return example && thing && words ? [{ example, thing, caption: inline(words) }] : [];
  });
  return { kind: 'pieces', shown };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function read(markdown: string): Block[] {
  const lines = markdown.replace(/\r/g, '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const plain = (line: string | undefined): boolean =>
    line !== undefined && line.trim() !== '' && !/^(#|\||```)/.test(line) && !ITEM.test(line);

  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#+)\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      at++;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, text: inline(heading[2]!), id: slug(heading[2]!) });
      at++;
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const last = end < 0 ? lines.length : end;
      blocks.push(fenced(line, lines.slice(at + 1, last)));
      at = last + 1;
    } else if (line.startsWith('|')) {
      const first = at;
      while (lines[at]?.startsWith('|')) at++;
      const [head, , ...rows] = lines.slice(first, at);
      blocks.push({ kind: 'table', head: cells(head!), rows: rows.map(cells) });
    } else if (ITEM.test(line)) {
      const items: ListItem[] = [];
      const ordered = !line.startsWith('-');
      while (at < lines.length && ITEM.test(lines[at]!)) {
        const first = lines[at++]!.replace(ITEM, '');
        const inside: string[] = [];
        // What belongs to an item is indented; an empty line belongs to it if something indented follows.
        while (
          at < lines.length &&
          (/^ {2,}\S/.test(lines[at]!) || (lines[at] === '' && /^ {2,}\S/.test(lines[at + 1] ?? '')))
        ) {
          inside.push(lines[at++]!.replace(/^ {2}/, ''));
        }
        // The first paragraph is the item's own, however many lines it is written in.
        const own = [first];
        while (inside.length && plain(inside[0])) own.push(inside.shift()!.trim());
        items.push(listItem(own.join(' '), read(inside.join('\n'))));
      }
      blocks.push({ kind: 'list', ordered, items });
    } else {
      const first = at;
      while (plain(lines[at])) at++;
      if (at === first) at++; // a line that is none of these stands for itself
      blocks.push({ kind: 'paragraph', text: inline(lines.slice(first, at).join(' ')) });
    }
  }
  return blocks;
}

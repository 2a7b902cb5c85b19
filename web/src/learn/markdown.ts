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
  | { kind: 'code'; text: string };

export interface ListItem {
  rule: string | null; // MAR-7, if the item is a rule
  text: Inline[];
  more: Block[];
}

const RULE = /^\*\*([A-Z]{2,4}-\d+[a-z]?)\*\*\s*/;
const MARKS = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[A-Z]{3}-\d+[a-z]?\b)/;

/** Words with their emphasis; a rule's identifier becomes a link. */
export function inline(text: string): Inline[] {
  return text
    .split(MARKS)
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
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
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
        const rule = RULE.exec(first);
        const text = inside.length && plain(inside[0]) ? `${first} ${inside.shift()!.trim()}` : first;
        items.push({ rule: rule?.[1] ?? null, text: inline(text.replace(RULE, '')), more: read(inside.join('\n')) });
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

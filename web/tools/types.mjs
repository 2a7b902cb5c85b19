/**
 * Makes `src/schema.d.ts` from the server's description of itself (`openapi.py` prints it to standard input). With
 * `--check` nothing is written, and it fails if something would be.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import ts from 'typescript';

const FILE = new URL('../src/schema.d.ts', import.meta.url);
// What only a game's own painter knows more of: its board gives it a type of its own.
const LOOKS = /\/(look|counts)$/;

const named = (name, ...parts) => ts.factory.createTypeReferenceNode(name, parts);
const keyword = (kind) => ts.factory.createKeywordTypeNode(kind);
const anything = named('Record', keyword(ts.SyntaxKind.StringKeyword), keyword(ts.SyntaxKind.AnyKeyword));

const description = JSON.parse(await text(process.stdin));
const types = await openapiTS(description, {
  transform: (schema, { path }) => (schema.type === 'object' && LOOKS.test(path ?? '') ? anything : undefined),
});
const made = COMMENT_HEADER + astToString(types);
if (!process.argv.includes('--check')) writeFileSync(FILE, made);
else if (readFileSync(FILE, 'utf8') !== made) {
  console.error('src/schema.d.ts is not what the server says: run `make types`');
  process.exit(1);
}

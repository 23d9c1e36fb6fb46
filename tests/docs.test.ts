import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from '../scripts/docs';

const README = readFileSync(join(import.meta.dir, '../README.md'), 'utf8');

test("the README's tables of calls and settings are current (`bun run docs` makes them so)", () => {
  expect(withTables(README)).toBe(README);
  const outdated = README.replace('| `PORT` |', '| `PROT` |').replace('`GET /api/tags`', '`GET /api/tag`');
  expect(outdated).not.toBe(README);
  expect(withTables(outdated)).toBe(README);
});

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { open } from '../../db/open';

function triggersIn(sql: string): Record<string, string> {
  const statements = sql
    .replace(/^--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .matchAll(/create trigger (\w+) .*? end;/gi);
  return Object.fromEntries(
    [...statements].map(([statement, name]) => [
      name,
      statement.replace(/^create trigger/i, 'create trigger'),
    ]),
  );
}

test('db/triggers.sql shows the triggers of a migrated database', async () => {
  const db = open(':memory:').$client;
  const rows = db
    .query<{ sql: string }, []>("select sql || ';' as sql from sqlite_schema where type = 'trigger'")
    .all();
  const shown = triggersIn(await Bun.file(join(import.meta.dir, '../../db/triggers.sql')).text());
  expect(Object.keys(shown).length).toBe(rows.length);
  expect(triggersIn(rows.map(({ sql }) => sql).join('\n'))).toEqual(shown);
});

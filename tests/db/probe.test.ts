import { expect, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { open } from '../../db/open';
import { findDamagedTables, probeTables } from '../../db/probe';
import { readConfig } from '../../src/app/config/config';
import { seed } from '../../src/start/seed';
import { damagePage, forgetPages, pagesOf } from '../support/damage';
import { tempFolder } from '../support/folder';
import { words } from '../support/words';

const TABLES = words`
  users sessions boards memberships messages placements media outbox inbound`;

function seeded(dataDir: string): string {
  seed(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), 200, () => {});
  return `${dataDir}/tagline.db`;
}

test('a probe changes nothing', () => {
  using data = tempFolder();
  const db = open(seeded(data.path));
  const dump = () =>
    ['users', 'messages', 'placements', 'search_queue'].map((name) =>
      db.$client.query(`select * from ${name}`).all(),
    );
  const before = dump();
  expect(probeTables(db)).toBeNull();
  expect(findDamagedTables(db)).toEqual([]);
  expect(dump()).toEqual(before);
  db.$client.close();
});

test('a probe names the damaged table', () => {
  using data = tempFolder();
  const file = seeded(data.path);
  const found = TABLES.map((table) => {
    const copy = data.file(`${table}.db`);
    copyFileSync(file, copy);
    const db = open(copy);
    const [root] = pagesOf(db.$client, table);
    damagePage(copy, root!, 'garbage');
    forgetPages(db.$client);
    const result = { table, probed: probeTables(db)?.table, damaged: findDamagedTables(db) };
    db.$client.close();
    return result;
  });
  expect(found).toEqual(TABLES.map((table) => ({ table, probed: table, damaged: [table] })));
});

test('a probe does not wait for another process that writes', () => {
  using data = tempFolder();
  const file = seeded(data.path);
  const [db, other] = [open(file), open(file)];
  other.$client.run('begin immediate');
  expect(probeTables(db)).toBeNull();
  other.$client.run('rollback');
  other.$client.close();
  expect(db.$client.query('pragma busy_timeout').get()).toEqual({ timeout: 10_000 });
  db.$client.close();
});

test('a database that cannot be written fails the probe', () => {
  using data = tempFolder();
  const db = open(seeded(data.path));
  db.$client.run('pragma query_only = on');
  expect(probeTables(db)?.error).toMatchObject({ code: 'SQLITE_READONLY' });
  db.$client.close();
});

import { expect, test } from 'bun:test';
import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { lockDataDir } from '../../src/app/data-folder/lock';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { remove } from '../../src/messages/messages';
import { backUp } from '../../src/operators/backup/backup';
import { restore } from '../../src/operators/backup/restore';
import { searchIndexState } from '../../src/search/index/mending';
import { drainIndexQueue } from '../../src/search/search';
import { type TestApp, testApp } from '../support/app';
import { ann } from '../support/cast';
import { tagline } from '../support/command';
import { checkFile, type Damage, damagePage, forgetPages, pagesOf } from '../support/damage';
import { createTempFolder } from '../support/folder';
import { testServer } from '../support/server';
import { found, person, searcher } from './searchers';

const CASES: [table: string, page: 'root' | 'leaf', damage: Damage][] = [
  ['search_data', 'root', 'zeros'],
  ['search_data', 'leaf', 'garbage'],
  ['search_data', 'leaf', 'turned bits'],
  ['search_idx', 'root', 'garbage'],
  ['search_rows', 'root', 'zeros'],
  ['search_rows', 'leaf', 'garbage'],
  ['search_queue', 'root', 'garbage'],
  ['search_queue_changed', 'root', 'zeros'],
];

const COUNT = 600;

test.each(CASES)('with %s damaged (%s, %s), everything goes on', async (table, page, damage) => {
  await using app = await damaged(table, page, damage);
  const { me, ids } = app;

  // edits the oldest and the newest message, because one of them is on the damaged page
  for (const id of [ids[0]!, ids.at(-1)!]) edit(app, me, id, { content: 'a green bicycle' });
  remove(app, [ids[1]!, ids.at(-2)!]);
  app.store('a red tandem');
  expect(allMessages(app, me, {})).toHaveLength(COUNT - 1);
  expect(await app.found('bicycle')).toHaveLength(2);
  expect(await app.found('tandem')).toEqual(['a red tandem']);
  await drainIndexQueue(app);
  expect(await app.found(`word2`)).toContain('lamp chair word2');
  expect(await app.found('word1')).not.toContain('lamp chair word1');
  expect(searchIndexState(app.db)).toMatchObject({
    waiting: 0,
    problem: null,
    replacedAt: expect.any(Number),
  });
});

test('a start removes the damaged tables from the file, and keeps the old file', async () => {
  const app = await damaged('search_rows', 'root', 'zeros');
  const { me } = app;
  expect(await app.found('word2')).toContain('lamp chair word2');
  expect(searchIndexState(app.db).asideKept).toBe(true);
  expect(checkFile(join(app.config.dataDir, DATABASE))).not.toBe('ok');

  const copy = closeAndCopy(app);
  await using again = testApp({ DATA_DIR: copy });
  expect(searchIndexState(again.db).asideKept).toBe(false);
  expect(checkFile(join(copy, DATABASE))).toBe('ok');
  expect(readdirSync(join(copy, 'before-upgrade'))).toEqual([expect.stringMatching(/^damaged-\d+\.db$/)]);
  expect(allMessages(again, me, {})).toHaveLength(COUNT);
  expect(await found(again, me, 'word2')).toContain('lamp chair word2');
});

test.each(['search_config', 'search_version'])('a start mends a damaged %s', async (table) => {
  const app = await damaged(table, 'root', 'garbage');
  const { me } = app;
  await using again = testApp({ DATA_DIR: closeAndCopy(app) });
  expect(allMessages(again, me, {})).toHaveLength(COUNT);
  expect(await found(again, me, 'word2')).toContain('lamp chair word2');
});

test.each(CASES.slice(0, 6))('a backup is made with %s damaged (%s, %s)', async (table, page, damage) => {
  await using app = await damaged(table, page, damage, 300);
  const { me } = app;
  const { file } = await backUp(app.config.dataDir, join(app.config.dataDir, 'backup.zip'));
  expect(await app.found('word2')).toContain('lamp chair word2');

  const dataDir = join(app.config.dataDir, 'restored');
  await restore(dataDir, file);
  expect(checkFile(join(dataDir, DATABASE))).toBe('ok');
  await using restored = testApp({ DATA_DIR: dataDir });
  expect(allMessages(restored, me, {})).toEqual(allMessages(app, me, {}));
  expect(await found(restored, me, 'word2')).toContain('lamp chair word2');
});

test('a bare database with a damaged search index can be restored', async () => {
  const app = await damaged('search_data', 'leaf', 'zeros', 300);
  const { me } = app;
  const dataDir = closeAndCopy(app);
  const copy = join(dataDir, 'copy');
  renameSync(join(dataDir, DATABASE), copy);
  await restore(dataDir, copy);
  await using restored = testApp({ DATA_DIR: dataDir });
  expect(allMessages(restored, me, {})).toHaveLength(300);
});

test('doctor finds a damaged index, and tagline reindex builds it anew', async () => {
  const app = await damaged('search_data', 'leaf', 'turned bits', 300);
  const env = { DATA_DIR: closeAndCopy(app) };
  const doctor = async () => JSON.parse((await tagline(['doctor', '--json'], env)).stdout).findings;
  const finding = (state: string) => expect.objectContaining({ name: 'Search index', state });
  expect(await doctor()).toContainEqual(finding('bad'));
  expect((await tagline(['reindex'], env)).stdout).toBe('300 messages can be found.');
  expect(await doctor()).toContainEqual(finding('good'));
  await using again = testApp(env);
  expect(await found(again, person(again, ann), 'word2')).toContain('lamp chair word2');
});

test('while a server runs, it does what tagline reindex asks for', async () => {
  await using server = await testServer();
  const { dataDir } = server.app.config;
  const lock = lockDataDir(dataDir); // locks the data folder, as `tagline serve` does
  await server.text(ann, 'lamp chair');
  const { stdout } = await tagline(['reindex'], { DATA_DIR: dataDir });
  lock?.release();
  expect(stdout).toBe('The running server now indexes 1 message.');
  expect(await found(server.app, person(server.app, ann), 'lamp')).toEqual(['lamp chair']);
});

test('damage of the messages is not hidden by a repair', async () => {
  await using app = await damaged('messages', 'leaf', 'zeros');
  const { me, ids } = app;
  expect(() => edit(app, me, ids.at(-1)!, { content: 'a green bicycle' })).toThrow('malformed');
  expect(searchIndexState(app.db)).toMatchObject({ replacedAt: null });
  const backup = backUp(app.config.dataDir, join(app.config.dataDir, 'backup.zip'));
  expect(backup).rejects.toThrow('The table messages is damaged.');
});

/**
 * Closes an app and moves its data into a new folder, because SQLite may keep the old files open in this
 * process.
 */
function closeAndCopy(app: TestApp): string {
  app.close();
  const copy = createTempFolder();
  cpSync(app.config.dataDir, copy, { recursive: true });
  rmSync(app.config.dataDir, { recursive: true });
  return copy;
}

async function damaged(table: string, which: 'root' | 'leaf', damage: Damage, count = COUNT) {
  const app = searcher();
  const contents = Array.from({ length: count }, (_, at) => `lamp chair word${at}`);
  const ids = transaction(app.db, () => app.store(...contents));
  await drainIndexQueue(app);
  const { $client } = app.db;
  const pages = pagesOf($client, table);
  damagePage($client.filename, which === 'root' ? pages[0]! : pages.at(-1)!, damage);
  forgetPages($client);
  return Object.assign(app, { ids });
}

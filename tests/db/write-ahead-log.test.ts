import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { type Db, open, transaction } from '../../db/open';
import {
  closeLog,
  commitNothing,
  countWaitingPages,
  emptyLog,
  finishEmptyingLog,
  leaveLogToCopier,
  syncLog,
  whyEmptyLog,
} from '../../db/write-ahead-log';
import { moveLogIntoFile } from '../../src/app/log-mover';
import { testApp } from '../support/app';
import { diskFails, replaceDatasync } from '../support/datasync';
import { tempFolder } from '../support/folder';

function database() {
  const folder = tempFolder();
  const db = open(folder.file('data.db'));
  db.$client.run('create table items (name text) strict');
  return {
    db,
    add: (name: string) => transaction(db, () => void insert(db, name)),
    logBytes: () => statSync(folder.file('data.db-wal')).size,
    /** Another process that reads, such as a long backup. */
    reader() {
      const sqlite = new Database(folder.file('data.db'), { readonly: true });
      sqlite.run('begin');
      sqlite.query('select count(*) from items').get();
      return { [Symbol.dispose]: () => sqlite.close() };
    },
    [Symbol.dispose]() {
      closeLog(db);
      db.$client.close();
      folder[Symbol.dispose]();
    },
  };
}

const insert = (db: Db, name: string) => db.$client.run('insert into items values (?)', [name]);

test('commits that come during a sync share the next one', async () => {
  using data = database();
  const first = Promise.withResolvers<void>();
  using datasync = await replaceDatasync(() => first.promise);
  data.add('a');
  const stored = [syncLog(data.db)];
  await Bun.sleep(0);
  for (const name of ['b', 'c', 'd']) {
    data.add(name);
    stored.push(syncLog(data.db));
  }
  first.resolve();
  await Promise.all(stored);
  expect(datasync).toHaveBeenCalledTimes(2);
  await syncLog(data.db);
  expect(datasync).toHaveBeenCalledTimes(2); // nothing was written since
});

test('a commit outside of a command is stored too', async () => {
  using data = database();
  using datasync = await replaceDatasync(async () => {});
  insert(data.db, 'a');
  await syncLog(data.db);
  expect(datasync).toHaveBeenCalledTimes(1);
});

test('after a failed sync nothing counts as stored until the log is written anew', async () => {
  using data = database();
  data.add('a');
  {
    using _ = await replaceDatasync(diskFails);
    await expect(syncLog(data.db)).rejects.toThrow('EIO');
  }
  {
    using _ = data.reader();
    await expect(syncLog(data.db)).rejects.toThrow('cannot be renewed');
  }
  await syncLog(data.db);
  expect(data.logBytes()).toBe(0); // everything is in the database file, which SQLite has synced
  data.add('b');
  await syncLog(data.db);
});

test('while Litestream copies the log, nobody else empties it or moves it into the file', () => {
  using data = database();
  leaveLogToCopier(data.db, true);
  for (let n = 0; n < 12; n++) data.db.$client.run('insert into items select hex(randomblob(2000000))'); // each is 1,000 pages
  emptyLog(data.db);
  const { log, checkpointed } = data.db.$client
    .query<{ log: number; checkpointed: number }, []>('pragma wal_checkpoint(noop)')
    .get()!;
  expect({ isLong: log > 10_000, checkpointed }).toEqual({ isLong: true, checkpointed: 0 });
  expect([countWaitingPages(data.db), whyEmptyLog(data.db)]).toEqual([0, 'deleted']);
  commitNothing(data.db);
  expect(data.db.$client.query('pragma user_version').get()).toEqual({ user_version: 0 });
  leaveLogToCopier(data.db, false);
  finishEmptyingLog(data.db);
  expect([data.logBytes(), whyEmptyLog(data.db)]).toEqual([0, null]);
});

// had it waited for the reader, this test would run into its time limit
test('emptying the log waits for nobody, and is finished when nobody reads', () => {
  using data = database();
  {
    using _ = data.reader();
    data.add('a');
    emptyLog(data.db);
    finishEmptyingLog(data.db);
    expect(data.logBytes()).toBeGreaterThan(0);
  }
  finishEmptyingLog(data.db);
  expect(data.logBytes()).toBe(0);
  expect(data.db.$client.query('pragma busy_timeout').get()).toEqual({ timeout: 10_000 });
});

test('commits leave a long log to a thread, which moves it into the file', async () => {
  await using app = testApp();
  app.db.$client.run('create table blobs (bytes blob) strict');
  for (let n = 0; n < 30; n++)
    transaction(app.db, () => void app.db.$client.run('insert into blobs values (randomblob(400000))'));
  expect(countWaitingPages(app.db)).toBeGreaterThan(2_900);
  await moveLogIntoFile(app);
  expect(countWaitingPages(app.db)).toBe(0);
});

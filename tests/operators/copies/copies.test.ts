import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReplica, type Target } from '../../../src/app/config/replica';
import { copied } from '../../../src/app/copied';
import { COPIES, SECRET } from '../../../src/app/data-folder/data-folder';
import { create } from '../../../src/messages/messages';
import { startCopies } from '../../../src/operators/copies/copying';
import { drillCopy } from '../../../src/operators/copies/drill';
import { decryptKeys, encryptKeys, KEYS } from '../../../src/operators/copies/keys';
import { createMarks } from '../../../src/operators/copies/marks';
import { parseCopy, restoreCopy } from '../../../src/operators/copies/restore-copy';
import { copyLag, copyState } from '../../../src/operators/copies/state';
import { checkCopies, examineCopies } from '../../../src/operators/health/copies';
import type { Position } from '../../../src/outside/litestream/client';
import { readBeside, syncCopies } from '../../../src/outside/litestream/client';
import { explainCopyError } from '../../../src/outside/litestream/errors';
import { findLitestream, writeSettings } from '../../../src/outside/litestream/litestream';
import { testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { ann } from '../../support/cast';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { LITESTREAM, startS3 } from '../../support/s3';
import { until } from '../../support/until';

const PASSPHRASE = 'correct horse battery staple';

test('what is written is copied, also after a kill, and can be restored', async () => {
  using folder = tempFolder();
  const place = { REPLICA_URL: `file://${folder.file('copies')}`, REPLICA_PASSPHRASE: PASSPHRASE };
  await using app = testApp({ ...LITESTREAM, ...place, REPLICA_SYNC: '100ms' });
  const user = ensureUser(app, ann);
  const copies = startCopies(app, app.config.replica.target!);
  const pid = () => readFileSync(join(app.config.dataDir, COPIES, 'pid'), 'utf8');
  const write = async (content: string) => {
    create(app, user, { content, source: 'ui' });
    const at = performance.now();
    await until(() => performance.now() - copyLag(app)! > at);
  };
  await write('Milk');
  const killed = pid();
  process.kill(Number(killed), 'SIGKILL');
  await until(() => pid() !== killed);
  await write('Bread');
  await until(() => copyState(app).oldest);
  expect(checkCopies(app)).toMatchObject([{ name: 'Copies', state: 'good' }]);
  const mode = statSync(join(app.config.dataDir, COPIES, 'litestream.yml')).mode & 0o777;
  expect(mode).toBe(0o600);

  create(app, user, { content: 'Last', source: 'ui' });
  await copies.stop(); // with a last copy
  const found = await examineCopies(app);
  expect(found).toMatchObject([{ state: 'good', advice: expect.stringContaining('Every moment since') }]);
  const drill = await drillCopy(app.config, () => {});
  expect(drill).toMatchObject({ hasKeys: true, copy: { messages: 3, people: 1 }, here: { messages: 3 } });
  const uncopied = { ...app.config, replica: { ...app.config.replica, target: null } };
  await expect(drillCopy(uncopied, () => {})).rejects.toThrow('There is no copy to try: set REPLICA_URL.');
  const config = { ...app.config, dataDir: folder.file('elsewhere') };
  await restoreCopy(config, place.REPLICA_URL, () => {});
  using restored = new Database(join(config.dataDir, 'tagline.db'), { readonly: true });
  const rows = restored.query<{ content: string }, []>('select content from messages order by id').all();
  expect(rows.map(({ content }) => content)).toEqual(['Milk', 'Bread', 'Last']);
  const secret = readFileSync(join(app.config.dataDir, SECRET));
  expect(readFileSync(join(config.dataDir, SECRET))).toEqual(secret);
  const beside = await readBeside(app.config.replica.target!, app.config.replica.s3, KEYS);
  expect(Buffer.from(beside!).includes(secret)).toBe(false);
  const wrong = { ...config, replica: { ...config.replica, passphrase: 'another passphrase' } };
  await expect(restoreCopy(wrong, place.REPLICA_URL, () => {})).rejects.toThrow(
    'REPLICA_PASSPHRASE is not the one',
  );
  const none = restoreCopy(config, `${place.REPLICA_URL}@2020-01-01T10:00`, () => {});
  await expect(none).rejects.toThrow('There is no copy, or none of that moment.');
});

test('what was stopped at its start copies nothing, and a copy of a newer version is not called whole', async () => {
  using folder = tempFolder();
  await using app = testApp({ ...LITESTREAM, REPLICA_URL: `file://${folder.file('copies')}` });
  const pid = join(app.config.dataDir, COPIES, 'pid');
  await startCopies(app, app.config.replica.target!).stop();
  expect(existsSync(pid)).toBe(false);

  app.db.$client.run("insert into schema_migrations values ('9999_later.sql', 1)");
  const copies = startCopies(app, app.config.replica.target!);
  await until(() => copyState(app).oldest);
  await copies.stop();
  await expect(drillCopy(app.config, () => {})).rejects.toThrow('newer Tagline (it has 9999_later.sql)');
});

test('how far the copy goes is known, too, after the log was begun anew', async () => {
  using folder = tempFolder();
  await using app = testApp({
    ...{ ...LITESTREAM, REPLICA_URL: `file://${folder.file('copies')}`, REPLICA_SYNC: '100ms' },
  });
  const user = ensureUser(app, ann);
  const copies = startCopies(app, app.config.replica.target!);
  await until(() => copyState(app).hasCopied);
  // Litestream keeps the log before beside the new one
  const logs = () => [...new Bun.Glob('copies/log/generations/*/wal/*').scanSync(app.config.dataDir)];
  await until(async () => {
    for (let n = 0; n < 100; n++) create(app, user, { content: 'long '.repeat(1_900), source: 'ui' });
    await Bun.sleep(200);
    return logs().length > 1;
  });
  create(app, user, { content: 'Milk', source: 'ui' });
  await copied(app);
  await copies.stop();
});

test('an old Litestream, another program or none is refused, and the card says so', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('other'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
  const place = { REPLICA_URL: `file://${folder.file('copies')}` };
  for (const [env, said] of [
    [{ LITESTREAM: LITESTREAM.LITESTREAM }, 'is Litestream 0.3.13, whose SQLite can damage the database'],
    [{ LITESTREAM: folder.file('other') }, 'is not Litestream: it says "hello"'],
    [{ LITESTREAM: folder.file('none') }, 'There is no program'],
  ] as const) {
    await expect(findLitestream(readReplica({ ...place, ...env }))).rejects.toThrow(said);
    await using app = testApp({ ...place, ...env });
    const copies = startCopies(app, app.config.replica.target!);
    await until(() => copyState(app).problem);
    expect(checkCopies(app)[0]).toMatchObject({ state: 'bad', advice: expect.stringContaining(said) });
    await copies.stop();
  }
});

test('doctor says whether there is a copy, or why it cannot be read', async () => {
  using folder = tempFolder();
  await using s3 = await startS3(folder.file('s3'));
  for (const [env, said] of [
    [{}, 'There is none yet.'],
    [{ AWS_ACCESS_KEY_ID: 'wrong' }, 'The bucket refuses the key'],
    [{ REPLICA_URL: 's3://nothing/notes' }, 'There is no such bucket'],
    [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, 'cannot be reached'],
    [{ LITESTREAM_OLD: '' }, 'is Litestream 0.3.13'],
  ] as [Record<string, string>, string][]) {
    await using app = testApp({ ...s3.environment, ...env });
    expect(await examineCopies(app)).toMatchObject([{ state: 'bad', advice: expect.stringContaining(said) }]);
  }
});

test('the card says what is wrong, and nothing without REPLICA_URL', async ({ app: without }) => {
  expect(checkCopies(without)).toEqual([]);
  expect(copyLag(without)).toBeNull();
  await using app = testApp({ REPLICA_URL: 's3://bucket/notes' });
  const cases: [Partial<ReturnType<typeof copyState>>, lagMs: number, state: string, said: string][] = [
    [{}, 0, 'notice', 'The whole database is copied first'],
    [{ error: 'No key.' }, 0, 'bad', 'No key.'],
    [{}, 1e6, 'bad', 'Nothing is copied'],
    [{ hasCopied: true }, 1e3, 'notice', 'set REPLICA_PASSPHRASE'],
    [{ hasCopied: true, error: 'S3 is away.' }, 1e3, 'notice', 'S3 is away.'],
    [{ hasCopied: true, error: 'S3 is away.' }, 31e3, 'bad', 'Nothing is copied. S3 is away.'],
    [{ hasCopied: true, keysError: 'No.' }, 0, 'notice', 'The keys are not copied. No.'],
    [{ problem: 'It ended.' }, 0, 'bad', 'Nothing is copied. It ended.'],
  ];
  const fresh = { ...copyState(app) };
  for (const [state, lagMs, expected, said] of cases) {
    Object.assign(copyState(app), fresh, state, { copiedUntil: performance.now() - lagMs });
    expect(checkCopies(app)[0]).toMatchObject({ state: expected, advice: expect.stringContaining(said) });
  }
});

test('a time counts as copied once the copy has the log of that time', () => {
  const add = createMarks();
  const looks: [syncs: number, log: Position, copy: Position, at: number, copied: number | null][] = [
    [1, [0, 100], [0, 100], 1, null],
    [3, [0, 200], [0, 200], 2, 1],
    [4, [0, 300], [0, 200], 3, null], // only one sync since the last look
    [6, [0, 300], [0, 200], 4, null],
    [8, [1, 50], [0, 300], 5, 2],
    [9, [0, 40], [1, 50], 6, null], // begun anew: the copy is still that of the old log
    [12, [0, 60], [1, 50], 7, null],
    [14, [0, 60], [0, 60], 8, 7],
    [1, [0, 70], [0, 70], 9, null], // Litestream was started again
    [3, [0, 70], [0, 70], 10, 9],
  ];
  for (const [syncs, log, copy, at, copied] of looks)
    expect({ at, copied: add({ syncs, log, copy }, at) }).toEqual({ at, copied });
});

test('settings, places and moments are read, or refused with a sentence', () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  const place = (url: string, bucket: string | null, path: string): Target => ({ url, bucket, path });
  expect(readReplica({ REPLICA_URL: 's3://bucket/a/b/' }).target).toEqual(
    place('s3://bucket/a/b', 'bucket', 'a/b'),
  );
  expect(readReplica({ REPLICA_URL: 's3://bucket' }).target).toEqual(place('s3://bucket', 'bucket', ''));
  expect(readReplica({ REPLICA_URL: 'file:///mnt/usb/' }).target).toEqual(
    place('file:///mnt/usb', null, '/mnt/usb'),
  );
  for (const [name, value] of Object.entries({
    REPLICA_URL: 'https://bucket',
    REPLICA_SYNC: '10ms',
    REPLICA_DAYS: '0',
    REPLICA_PASSPHRASE: 'short',
    AWS_ACCESS_KEY_ID: 'alone',
  }))
    expect(() => readReplica({ [name]: value })).toThrow(name);
  for (const [moment, at] of [
    ['', null],
    ['@2026-11-23T10:00', '2026-11-23T10:00:00.000Z'],
    ['@2026-11-23T10:00+01:00', '2026-11-23T09:00:00.000Z'],
    ['@2026-11-23', '2026-11-23T00:00:00.000Z'],
  ] as const)
    expect(parseCopy(`s3://bucket/a${moment}`, noon)).toMatchObject({ at });
  for (const wrong of ['s3://bucket@2026-11-23T13:00', 's3://bucket@2026-99-99', 's3://BUCKET'])
    expect(() => parseCopy(wrong, noon)).toThrow();
  for (const [error, said] of [
    ['InvalidAccessKeyId: The AWS access key Id does not exist', 'refuses the key'],
    ['NoSuchBucket: the bucket does not exist', 'no such bucket'],
    ['dial tcp 127.0.0.1:1: connect: connection refused', 'cannot be reached'],
    ['write /mnt/x: no space left on device', 'is full'],
    ['something else.', 'something else.'],
  ] as const)
    expect(explainCopyError(new Error(error))).toContain(said);
});

test('keys are read only with their passphrase, and only if nobody changed them', ({ app }) => {
  const bytes = encryptKeys(app.config.dataDir, PASSPHRASE);
  expect(decryptKeys(bytes, PASSPHRASE).get(SECRET)).toEqual(app.secret);
  expect(() => decryptKeys(bytes, `${PASSPHRASE}!`)).toThrow('REPLICA_PASSPHRASE');
  bytes[bytes.length - 1]! ^= 1;
  expect(() => decryptKeys(bytes, PASSPHRASE)).toThrow('REPLICA_PASSPHRASE');
});

test('Litestream 0.5 is set up as its source reads settings, and asked by its socket', async () => {
  using folder = tempFolder();
  const settings = readReplica({ REPLICA_URL: 's3://bucket/notes', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' });
  const litestream = { path: 'litestream', version: '0.5.17', settings };
  const file = writeSettings(litestream, { database: '/db', folder: folder.path, target: settings.target! });
  const written = readFileSync(file, 'utf8');
  expect(JSON.parse(written)).toMatchObject({
    socket: { enabled: true },
    snapshot: { retention: '168h' },
    dbs: [
      { path: '/db', replica: { type: 's3', bucket: 'bucket', path: 'notes/db', 'sync-interval': '1000ms' } },
    ],
  });
  const asked: unknown[] = [];
  await using _server = Bun.serve({
    unix: folder.file('socket'),
    async fetch(request) {
      asked.push(new URL(request.url).pathname, await request.json());
      return asked.length > 2
        ? Response.json({ error: 'database not found' }, { status: 404 })
        : Response.json({ status: 'synced', path: '/db', txid: 3, replicated_txid: 3 });
    },
  });
  await syncCopies(folder.file('socket'), '/db');
  expect(asked).toEqual(['/sync', { path: '/db', wait: true, timeout: 14 }]);
  await expect(syncCopies(folder.file('socket'), '/db')).rejects.toThrow('database not found');
});

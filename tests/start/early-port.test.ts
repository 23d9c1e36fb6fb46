import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate } from '../../db/migrate';
import { readConfig } from '../../src/app/config/config';
import { lockDataDir, waitForLock } from '../../src/app/data-folder/lock';
import { openEarlyPort } from '../../src/http/early-port';
import { start } from '../../src/start/serve';
import { connect } from '../support/client';
import { tempFolder } from '../support/folder';
import { withMadeUp } from '../support/made-up-migration';

test('during an upgrade the port says what is done, and when to come back', async () => {
  using port = openEarlyPort({ port: 0, host: '127.0.0.1' }, () => 'Copying, 45 %.');
  const client = connect(`http://127.0.0.1:${port.port}`);
  expect((await client.get('/healthz')).status).toBe(200);
  expect(await client.get('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'unready', reason: { name: 'Server', state: 'bad', advice: 'Copying, 45 %.' } },
  });
  const refused = await client.post('/api/messages', { content: 'Milk' });
  expect(refused).toMatchObject({ status: 503, body: { error: 'Copying, 45 %.' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  const page = await client.get('/shared', { accept: 'text/html' });
  expect(page.headers.get('content-type')).toStartWith('text/html');
  expect(page.text).toContain('<p>Copying, 45 %.');
});

test('a server upgrades the data of an older version before it serves', async () => {
  using data = tempFolder();
  {
    using sqlite = new Database(data.file('tagline.db'), { create: true, strict: true });
    sqlite.run('pragma journal_mode = wal');
    migrate(sqlite);
    sqlite.run("insert into users (phone, invite_code, created_at) values ('+12025550111', 'code', 1)");
  }
  using _ = withMadeUp();
  const env = { DATA_DIR: data.path, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', EMBEDDINGS: 'off' };
  const { app, stop } = await start(readConfig(env));
  expect(app.db.$client.query('select count(length) as n from messages').get()).toEqual({ n: 0 });
  await stop();
});

test('a server waits for the one before it to end, but not for ever', async () => {
  using data = tempFolder();
  const before = lockDataDir(data.path)!;
  let waits = 0;
  const onWait = () => {
    waits += 1;
  };
  expect(await waitForLock(data.path, { onWait, within: 50 })).toBeNull();
  const waiting = waitForLock(data.path, { onWait });
  before.release();
  using lock = await waiting;
  expect(lock).not.toBeNull();
  expect(waits).toBe(2);
});

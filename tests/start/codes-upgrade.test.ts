import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { createHash, createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { migrate, migrations } from '../../db/migrate';
import { readConfig } from '../../src/app/config/config';
import { consumeCode, findCodeState } from '../../src/people/auth/codes';
import { createApp } from '../../src/start/create-app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';

test('a code that was sent before the upgrade still signs in', () => {
  using data = tempFolder();
  const config = readConfig({ DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'silent' });
  const fresh = createApp(config); // creates the server's secret, from which the hash below is made
  const { secret } = fresh;
  fresh.close();
  for (const end of ['', '-wal', '-shm']) rmSync(data.file(`tagline.db${end}`), { force: true });
  using sqlite = new Database(data.file('tagline.db'), { create: true, strict: true });
  const before = migrations().findIndex(({ name }) => name.includes('codes_of_browsers'));
  migrate(sqlite, migrations().slice(0, before));
  const hash = createHmac('sha256', secret).update(`${ann.phone} 123456`).digest('base64url');
  const challenge = createHash('sha256').update('my challenge').digest('base64url');
  sqlite.run('insert into codes (phone, challenge, hash, tries, expires_at) values (?, ?, ?, 1, ?)', [
    ann.phone,
    challenge,
    hash,
    Date.now() + 60_000,
  ]);
  for (const state of ['sent', 'queued'])
    sqlite.run(
      "insert into outbox (phone, body, kind, state, next_at, segments, created_at) values (?, '', 'code', ?, 1, 1, ?)",
      [ann.phone, state, Date.now()],
    );
  sqlite.close();

  const app = createApp(config);
  expect(findCodeState(app, 'my challenge')).toBe('sending');
  expect(consumeCode(app, ann.phone, '123456', 'my challenge').user.phone).toBe(ann.phone);
  app.close();
});

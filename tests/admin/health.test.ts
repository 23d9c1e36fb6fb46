import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outbox } from '../../db/schema';
import { health } from '../../src/admin/health';
import type { HealthCheck } from '../../src/contract/admin';
import { enqueue } from '../../src/outbox/outbox';
import { type TestApp, testApp } from '../support/app';
import { bob } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { folder } from '../support/folder';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

const check = (app: TestApp, name: string): HealthCheck => {
  const found = health(app).find((one) => one.name === name);
  if (!found) throw new Error(`Nothing is said about ${name}.`);
  return found;
};

test('everything has a sentence that says what to do', async () => {
  await using app = testApp();
  const checks = health(app);
  expect(checks.length).toBeGreaterThan(6);
  for (const { name, value, at, advice } of checks)
    expect({ name, says: value !== '' || at !== null, advice }).toEqual({
      name,
      says: true,
      advice: expect.stringMatching(/^.{5,}\.$/),
    });
});

test('a new server says that its texts go nowhere, that it has had none, and that nobody backs it up', async () => {
  await using app = testApp();
  expect(check(app, 'Gateway')).toMatchObject({
    state: 'notice',
    value: 'Phone simulator, +1 (202) 555-0100',
  });
  expect(check(app, 'Last text in')).toMatchObject({ value: 'None yet', at: null });
  expect(check(app, 'Last backup')).toMatchObject({ state: 'notice', value: 'None' });
});

test('texts in and out show when they were', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  expect(check(server.app, 'Gateway')).toMatchObject({ state: 'good', value: 'Twilio, +1 (202) 555-0100' });
  expect(check(server.app, 'Last text in')).toMatchObject({ state: 'notice', at: null });
  await twilio.text(server, bob.phone, 'Milk');
  await until(() => check(server.app, 'Last text out').at);
  expect(check(server.app, 'Last text in').at).not.toBeNull();
});

test('what waits for more than ten minutes is bad', async () => {
  await using app = testApp();
  enqueue(app, { to: bob.phone, body: 'Hi', kind: 'reply' });
  expect(check(app, 'Waiting to be sent')).toMatchObject({ state: 'good', value: '1 text' });
  app.clock.advance(11 * MINUTE);
  expect(check(app, 'Waiting to be sent')).toMatchObject({ state: 'bad', value: '1 text' });
});

test('failures are counted for a day, by why', async () => {
  await using app = testApp();
  const fail = (errorCode: number | null, error: string | null) =>
    app.db
      .insert(outbox)
      .values({
        phone: bob.phone,
        body: 'x',
        kind: 'reply',
        state: 'failed',
        nextAt: 0,
        segments: 1,
        errorCode,
        error,
        createdAt: app.now(),
      })
      .run();
  expect(check(app, 'Failed in the last day')).toMatchObject({ state: 'good', value: '0 texts' });
  fail(30003, 'x');
  fail(30003, 'x');
  fail(null, 'The line was cut.');
  expect(check(app, 'Failed in the last day')).toMatchObject({
    state: 'notice',
    value: '3 texts',
    advice: '2 × The phone cannot be reached. 1 × The line was cut.',
  });
  app.clock.advance(DAY + HOUR);
  expect(check(app, 'Failed in the last day').value).toBe('0 texts');
});

test('a backup that is missing or old is bad news, a fresh one is not', async () => {
  using backups = folder();
  await using app = testApp({ BACKUP_DIR: backups.path });
  expect(check(app, 'Last backup')).toMatchObject({ state: 'notice', value: 'None yet' });
  app.clock.hold(Date.UTC(2026, 0, 31, 12));
  mkdirSync(backups.path, { recursive: true });
  writeFileSync(join(backups.path, 'tagline-backup-2026-01-31T03-00-00Z.zip'), 'x'.repeat(2_500_000));
  expect(check(app, 'Last backup')).toMatchObject({
    state: 'good',
    at: '2026-01-31T03:00:00.000Z',
    advice: '2.5 MB, verified. The newest fourteen are kept.',
  });
  app.clock.advance(2 * DAY);
  expect(check(app, 'Last backup').state).toBe('bad');
});

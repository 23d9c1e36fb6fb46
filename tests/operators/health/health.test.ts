import { expect } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { lookAtBackups } from '../../../src/operators/backup/schedule';
import { checkHealth } from '../../../src/operators/health/health';
import { enqueue } from '../../../src/outbox/outbox';
import { type TestApp, testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { bob } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { tempFolder } from '../../support/folder';
import { until } from '../../support/server';
import { TWILIO } from '../../support/twilio-account';
import { testTwilio } from '../../support/twilio-server';

const find = (app: TestApp, name: string) => checkHealth(app).find((check) => check.name === name)!;

test('every check has a value or a time, and a sentence of advice', ({ app }) => {
  const checks = checkHealth(app);
  expect(checks.length).toBeGreaterThan(6);
  for (const { name, value, at, advice } of checks)
    expect({ name, hasValue: value !== '' || at !== null, advice }).toEqual({
      name,
      hasValue: true,
      advice: expect.stringMatching(/^.{5,}\.$/),
    });
});

test('a new server reports the simulator, no texts and no backups', ({ app }) => {
  expect(find(app, 'Gateway')).toMatchObject({
    state: 'notice',
    value: 'Phone simulator, +1 (202) 555-0100',
  });
  expect(find(app, 'Last text in')).toMatchObject({ value: 'None yet', at: null });
  expect(find(app, 'Last backup')).toMatchObject({ state: 'notice', value: 'None' });
});

testTwilio('the last texts in and out show their times', async ({ twilio, server }) => {
  expect(find(server.app, 'Gateway')).toMatchObject({ state: 'good', value: 'Twilio, +1 (202) 555-0100' });
  expect(find(server.app, 'Last text in')).toMatchObject({ state: 'notice', at: null });
  await twilio.text(server, bob.phone, 'Milk');
  await until(() => find(server.app, 'Last text out').at);
  expect(find(server.app, 'Last text in').at).not.toBeNull();
});

test('a text that waits for over ten minutes is reported as bad', ({ app }) => {
  enqueue(app, { to: bob.phone, body: 'Hi', kind: 'reply' });
  expect(find(app, 'Waiting to be sent')).toMatchObject({ state: 'good', value: '1 text' });
  app.clock.advance(11 * MINUTE);
  expect(find(app, 'Waiting to be sent')).toMatchObject({ state: 'bad', value: '1 text' });
});

test('a limit on texts is shown while it is used up', async () => {
  await using app = testApp(TWILIO);
  const reached = () => checkHealth(app).filter(({ name }) => name.startsWith('Limit: '));
  const reply = () => enqueue(app, { to: bob.phone, body: 'Hi', kind: 'reply' });
  for (let n = 0; n < 29; n++) reply();
  expect(reached()).toEqual([]);
  expect([reply(), reply()]).toEqual([true, false]);
  expect(reached()).toMatchObject([
    { name: 'Limit: reply to a number', state: 'notice', value: '30 reached' },
  ]);
  app.clock.advance(11 * MINUTE);
  expect(reached()).toEqual([]);
});

test('failed texts are counted for a day, by reason', ({ app }) => {
  const fail = (errorCode: number | null, error: string) => {
    enqueue(app, { to: bob.phone, body: 'x', kind: 'reply' });
    app.db.update(outbox).set({ state: 'failed', errorCode, error }).where(eq(outbox.state, 'queued')).run();
  };
  expect(find(app, 'Failed in the last day')).toMatchObject({ state: 'good', value: '0 texts' });
  fail(30003, 'x');
  fail(30003, 'x');
  fail(null, 'The line was cut.');
  expect(find(app, 'Failed in the last day')).toMatchObject({
    state: 'notice',
    value: '3 texts',
    advice: '2 × The phone cannot be reached. 1 × The line was cut.',
  });
  app.clock.advance(DAY + HOUR);
  expect(find(app, 'Failed in the last day').value).toBe('0 texts');
});

test('a missing backup is a notice, an old one is bad, a fresh one is good', async () => {
  using backups = tempFolder();
  await using app = testApp({ BACKUP_DIR: backups.path });
  expect(find(app, 'Last backup')).toMatchObject({ state: 'notice', value: 'None yet' });
  app.clock.freeze(Date.UTC(2026, 0, 31, 12));
  mkdirSync(backups.path, { recursive: true });
  writeFileSync(join(backups.path, 'tagline-backup-2026-01-31T03-00-00Z.zip'), 'x'.repeat(2_500_000));
  await lookAtBackups(app);
  expect(find(app, 'Last backup')).toMatchObject({
    state: 'good',
    at: '2026-01-31T03:00:00.000Z',
    advice: '2.5 MB, verified. The newest fourteen are kept.',
  });
  app.clock.advance(2 * DAY);
  expect(find(app, 'Last backup').state).toBe('bad');
});

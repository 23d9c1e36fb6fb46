import { expect, test } from 'bun:test';
import { copied, reachCopy } from '../../src/app/copied';
import { startCopies } from '../../src/operators/copies/copying';
import { drillCopy } from '../../src/operators/copies/drill';
import { checkCopies } from '../../src/operators/health/copies';
import { test as appTest } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { startS3 } from '../support/s3';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

test('with DURABLE=replica a write is answered once the copy has it, and refused while that is away', async () => {
  using folder = tempFolder();
  await using s3 = await startS3(folder.file('s3'));
  await using twilio = await startTwilio();
  const env = { ...s3.environment, DURABLE: 'replica', REPLICA_SYNC: '100ms' };
  await using server = await testServer({ twilio, env });
  const { app } = server;
  const copies = startCopies(app, app.config.replica.target!);
  const client = server.as(ann);
  const write = (content: string) =>
    client.post<{ code: string }>('/api/messages', { content, idempotencyKey: content });
  const count = async () => (await client.get<unknown[]>('/api/messages')).body.length;

  expect((await write('One')).status).toBe(201);
  expect((await drillCopy(app.config, () => {})).copy.messages).toBe(1);
  expect((await client.post('/api/messages', { content: '' })).status).toBe(400);

  await s3.leave();
  const unsure = await write('Two');
  expect(unsure).toMatchObject({ status: 503, body: { code: 'copies_away' } });
  expect(await count()).toBe(2); // it is here, and may appear
  const refused = await write('Three');
  expect(refused).toMatchObject({ status: 503, body: { code: 'copies_away' } });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await count()).toBe(2);
  expect(checkCopies(app)).toMatchObject([
    { state: 'bad', advice: expect.stringContaining('Nothing can be saved') },
  ]);
  await twilio.text(server, bob.phone, 'It waits at the gateway').catch(() => {});
  expect(app.db.$client.query('select 1 from users where phone = ?').get(bob.phone)).toBeNull();

  await s3.comeBack();
  await until(async () => (await write('Two')).status === 201);
  expect((await write('Three')).status).toBe(201);
  expect(await count()).toBe(3);
  await copies.stop();
}, 60_000);

appTest('all that wait are answered together, and what changed nothing does not wait', async ({ app }) => {
  const change = () => app.db.$client.run('insert into restores (restored_at) values (1)');
  reachCopy(app, performance.now() + 60_000);
  await copied(app);
  reachCopy(app, performance.now());
  change();
  const waiting = Promise.all([copied(app), copied(app)]);
  reachCopy(app, performance.now() - 60_000);
  expect(await Promise.race([waiting, Bun.sleep(20).then(() => 'waits')])).toBe('waits');
  reachCopy(app, performance.now());
  await waiting;
  await copied(app);
});

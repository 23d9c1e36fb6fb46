import { expect, test } from 'bun:test';
import { outbox } from '../../db/schema';
import { enqueue } from '../../src/outbox/outbox';
import { bob } from '../support/cast';
import { type TestServer, testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';
import { testTwilio } from '../support/twilio-server';

const rowOf = (server: TestServer) => server.app.db.select().from(outbox).get()!;

async function sendOne(server: TestServer) {
  enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'reply' });
  return until(() => rowOf(server).sid);
}

test.each([
  ['delivered', 'delivered', null],
  ['undelivered', 'failed', 30003],
])('the final report %s stays, in whatever order others come', async (final, state, errorCode) => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const sid = await sendOne(server);
  for (const status of [final, 'sent', 'queued', final, 'sending']) {
    const { ok } = await twilio.report(server, sid, status, status === final ? errorCode : null);
    expect(ok).toBe(true);
  }
  expect(rowOf(server)).toMatchObject({ state, sid, errorCode });
});

testTwilio('a report that comes before the answer to our call is kept', async ({ twilio, server }) => {
  twilio.failNext({ slow: 300 });
  enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'reply' });
  const { parameters } = await until(() => twilio.calls.find(({ method }) => method === 'POST'));
  const { pathname, search } = new URL(parameters.StatusCallback ?? '');
  await until(() => rowOf(server).state === 'sending');
  const form = { MessageSid: `SM${'a'.repeat(32)}`, AccountSid: twilio.accountSid, To: bob.phone };
  await twilio.call(server, pathname + search, { ...form, MessageStatus: 'delivered' });
  await until(() => twilio.texts.length > 0);
  await Bun.sleep(50);
  expect(rowOf(server)).toMatchObject({ state: 'delivered', sid: form.MessageSid });
});

testTwilio('a forged report, or one on another text, changes nothing', async ({ twilio, server }) => {
  const sid = await sendOne(server);
  const path = '/api/webhooks/twilio/status?text=1';
  const form = { MessageSid: sid, AccountSid: twilio.accountSid, To: bob.phone, MessageStatus: 'delivered' };
  expect((await twilio.call(server, path, form, { signature: 'forged' })).status).toBe(403);
  expect((await twilio.call(server, path, form, { signature: null })).status).toBe(403);
  for (const [callback, parameters] of [
    [path, { ...form, MessageSid: `SM${'b'.repeat(32)}` }],
    [path, { ...form, To: '+12025550199' }],
    [path, { ...form, AccountSid: `AC${'0'.repeat(32)}` }],
    [path, { ...form, MessageStatus: 'invented' }],
    ['/api/webhooks/twilio/status?text=2', form],
    ['/api/webhooks/twilio/status', form],
  ] as const)
    expect((await twilio.call(server, callback, parameters)).status).toBe(204);
  expect(rowOf(server).state).toBe('sent');
  expect((await twilio.call(server, path, form)).status).toBe(204);
  expect(rowOf(server).state).toBe('delivered');
});

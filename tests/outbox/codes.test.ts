import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import { enqueue } from '../../src/outbox/outbox';
import { consumeCode, issueCode } from '../../src/people/auth/codes';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { testServer, until } from '../support/server';
import { textIn } from '../support/texts';
import { SERVER_ERROR, startTwilio } from '../support/twilio';
import { testTwilio } from '../support/twilio-server';

const codeTexts = (app: TestApp) =>
  app.db.select().from(outbox).where(eq(outbox.kind, 'code')).orderBy(outbox.id).all();

const phoneOf = (n: number) => `+1303555${String(n).padStart(4, '0')}`;

const enqueueOthers = (app: TestApp, count: number) => {
  for (let n = 0; n < count; n++) enqueue(app, { to: phoneOf(n), body: `Text ${n}`, kind: 'broadcast' });
};

testTwilio('a code waits for no other text that is being sent', async ({ twilio, server }) => {
  const before = twilio.calls.length;
  twilio.failNext(...Array(16).fill({ slow: 1_500 }));
  enqueueOthers(server.app, 30);
  await until(() => twilio.calls.length >= before + 16);
  issueCode(server.app, ann.phone, { address: null });
  await until(() => twilio.sentTo(ann.phone).length);
  expect(twilio.texts.map(({ to }) => to)).toEqual([ann.phone]);
});

test('at the gateway, a code waits behind only a few of two hundred welcome texts', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { BROADCAST_PACE: '1' } });
  for (let n = 0; n < 200; n++) textIn(server.app, { ...bob, phone: phoneOf(n) }, 'Hello');
  await until(() => twilio.texts.length);
  await Bun.sleep(500); // if there were no pace, most welcome texts would be sent in this time
  issueCode(server.app, ann.phone, { address: null });
  await until(() => twilio.sentTo(ann.phone).length);
  const place = twilio.texts.findIndex(({ to }) => to === ann.phone);
  expect(place).toBeLessThan(20);
});

test.each([
  ['is sent again within seconds of an answer with status 500', [SERVER_ERROR], 1],
  ['whose answer was lost is found at the gateway', ['drop' as const], 1],
  ['is sent again if the gateway cannot say whether it has the code', ['drop' as const, SERVER_ERROR], 2],
])('a code %s', async (_, failures, copies) => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  twilio.failNext(...failures);
  issueCode(server.app, ann.phone, { address: null });
  await until(() => codeTexts(server.app)[0]?.state === 'sent');
  const texts = twilio.sentTo(ann.phone);
  expect(texts).toEqual(Array(copies).fill(texts[0]));
});

testTwilio('a code that a newer one replaced is not sent later', async ({ twilio, server }) => {
  twilio.failNext(SERVER_ERROR);
  const challenge = issueCode(server.app, ann.phone, { address: null });
  await until(() => codeTexts(server.app)[0]?.error);
  issueCode(server.app, ann.phone, { address: null, challenge });
  await until(() => codeTexts(server.app)[1]?.state === 'sent');
  expect(codeTexts(server.app)[0]).toMatchObject({ state: 'dropped', body: '' });
  expect(twilio.sentTo(ann.phone)).toHaveLength(1);
});

test('a code that was used is not sent later', async () => {
  await using app = testApp();
  const challenge = issueCode(app, ann.phone, { address: null });
  const code = codeTexts(app)[0]!.body.slice(0, 6);
  consumeCode(app, ann.phone, code, challenge);
  expect(codeTexts(app)).toMatchObject([{ state: 'dropped', body: '' }]);
});

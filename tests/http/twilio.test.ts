import { expect } from 'bun:test';
import { bob, cho } from '../support/cast';
import { testServer, until } from '../support/server';
import { testIn } from '../support/test-in';
import { startTwilio } from '../support/twilio';
import { openTwilioServer } from '../support/twilio-server';

const HOOK = '/api/webhooks/twilio/sms';

const test = testIn(async () => {
  const made = await openTwilioServer();
  const count = (table: string) => made.server.app.db.$client.query(`select * from ${table}`).values().length;
  const countRows = () => ['messages', 'inbound', 'users', 'outbox'].map(count);
  return { ...made, countRows };
});

const NOTHING = [0, 0, 0, 0];

test('a signed text for another account or number is refused', async ({ twilio, server, countRows }) => {
  const parameters = twilio.parametersOf(twilio.receive(bob.phone, 'Milk'));
  const other = { ...parameters, AccountSid: `AC${'0'.repeat(32)}` };
  expect((await twilio.call(server, HOOK, other)).status).toBe(403);
  const toAnotherNumber = { ...parameters, To: '+12025550199' };
  expect((await twilio.call(server, HOOK, toAnotherNumber)).status).toBe(403);
  expect(countRows()).toEqual(NOTHING);
});

test('a text is answered with empty TwiML', async (world) => {
  const answer = await world.twilio.text(world.server, bob.phone, 'Milk');
  expect(answer.headers.get('content-type')).toStartWith('text/xml');
  expect(await answer.text()).toMatch(/<Response><\/Response>$/);
});

test('texts are received while Twilio does not answer our calls', async ({ twilio, server, countRows }) => {
  twilio.failAlways('hang');
  expect((await twilio.text(server, cho.phone, 'Milk')).status).toBe(200);
  await until(() => twilio.calls.length > 0);
  expect((await twilio.text(server, cho.phone, 'Eggs')).status).toBe(200);
  expect(countRows()[0]).toBe(2);
});

test('with the simulator the webhook does not exist', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer();
  expect((await twilio.text(server, bob.phone, 'Milk')).status).toBe(404);
});

test('a form of more than 1 MB is refused by the webhook', async ({ twilio, server, countRows }) => {
  const parameters = {
    ...twilio.parametersOf(twilio.receive(bob.phone, 'x')),
    Extra: 'x'.repeat(1024 * 1024),
  };
  expect((await twilio.call(server, HOOK, parameters)).status).toBe(413);
  expect(countRows()).toEqual(NOTHING);
});

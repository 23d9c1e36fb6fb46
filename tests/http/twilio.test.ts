import { expect, test } from 'bun:test';
import { bob, cho } from '../support/cast';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

const HOOK = '/api/webhooks/twilio/sms';

async function setUp(env: Record<string, string> = {}) {
  const twilio = await startTwilio();
  const server = await testServer({ twilio, env });
  const countRows = () => {
    const count = (table: string) =>
      (server.app.db.$client.query(`select count(*) as n from ${table}`).get() as { n: number }).n;
    return {
      messages: count('messages'),
      inbound: count('inbound'),
      users: count('users'),
      outbox: count('outbox'),
    };
  };
  return {
    twilio,
    server,
    countRows,
    async [Symbol.asyncDispose]() {
      // stops Twilio before the server, because the worker would wait for Twilio's slow answers
      await twilio[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const NOTHING = { messages: 0, inbound: 0, users: 0, outbox: 0 };

test('a signed text for another account or number is refused', async () => {
  await using world = await setUp();
  const { twilio, server, countRows } = world;
  const parameters = twilio.parametersOf(twilio.receive(bob.phone, 'Milk'));
  const other = { ...parameters, AccountSid: `AC${'0'.repeat(32)}` };
  expect((await twilio.call(server, HOOK, other)).status).toBe(403);
  const toAnotherNumber = { ...parameters, To: '+12025550199' };
  expect((await twilio.call(server, HOOK, toAnotherNumber)).status).toBe(403);
  expect(countRows()).toEqual(NOTHING);
});

test('a text is answered with empty TwiML', async () => {
  await using world = await setUp();
  const answer = await world.twilio.text(world.server, bob.phone, 'Milk');
  expect(answer.headers.get('content-type')).toStartWith('text/xml');
  expect(await answer.text()).toMatch(/<Response><\/Response>$/);
});

test('texts are received while Twilio does not answer our calls', async () => {
  await using world = await setUp();
  const { twilio, server, countRows } = world;
  twilio.failAlways('hang');
  expect((await twilio.text(server, cho.phone, 'Milk')).status).toBe(200);
  await until(() => twilio.calls.length > 0);
  expect((await twilio.text(server, cho.phone, 'Eggs')).status).toBe(200);
  expect(countRows()).toMatchObject({ messages: 2 });
});

test('with the simulator the webhook does not exist', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer();
  expect((await twilio.text(server, bob.phone, 'Milk')).status).toBe(404);
});

test('a form of more than 1 MB is refused by the webhook', async () => {
  await using world = await setUp();
  const { twilio, server, countRows } = world;
  const parameters = {
    ...twilio.parametersOf(twilio.receive(bob.phone, 'x')),
    Extra: 'x'.repeat(1024 * 1024),
  };
  expect((await twilio.call(server, HOOK, parameters)).status).toBe(413);
  expect(countRows()).toEqual(NOTHING);
});

import { expect, test } from 'bun:test';
import { bob, cho, eve } from '../support/cast';
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

test('a text without the right signature is refused and not stored', async () => {
  await using world = await setUp({ PUBLIC_URL: 'https://tagline.example' });
  const { twilio, server, countRows } = world;
  const parameters = twilio.parametersOf(twilio.receive(bob.phone, 'Milk #food'));
  twilio.texts.length = 0; // so that the server does not find the text in Twilio's list of texts
  const right = twilio.sign(server.publicUrl + HOOK, parameters);
  const forgeries: [forgery: string, parameters: Record<string, string>, signature: string | null][] = [
    ['no signature', parameters, null],
    ['an empty one', parameters, ''],
    ['no base64', parameters, 'é'],
    ['one cut short', parameters, right.slice(0, -2)],
    ['one made with another token', parameters, twilio.sign(server.publicUrl + HOOK, parameters, 'guess')],
    ['one made for another address', parameters, twilio.sign(server.url + HOOK, parameters)],
    ['one made for http', parameters, twilio.sign(`http://tagline.example${HOOK}`, parameters)],
    ['another sender', { ...parameters, From: eve.phone }, right],
    ['another text', { ...parameters, Body: 'Transfer 1000' }, right],
    ['one parameter more', { ...parameters, NumMedia: '1', MediaUrl0: 'http://127.0.0.1/' }, right],
  ];
  for (const [forgery, sent, signature] of forgeries) {
    const answer = await twilio.call(server, HOOK, sent, { signature });
    expect({ forgery, status: answer.status }).toEqual({ forgery, status: 403 });
  }
  expect(countRows()).toEqual(NOTHING);
  expect((await twilio.call(server, HOOK, parameters)).status).toBe(200);
  expect(countRows()).toMatchObject({ messages: 1, inbound: 1, users: 1 });
});

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

test('signatures are right for all characters that people can type', async () => {
  await using world = await setUp({ PUBLIC_URL: 'https://tagline.example/' });
  const { twilio, server } = world;
  const bodies = [
    'Ünïcode 日本語 #été',
    '100% & more = less + "quotes"',
    'line\r\nline\n\tline',
    '👩‍👩‍👧 ok',
    ' spaces ',
  ];
  for (const body of bodies) expect((await twilio.text(server, bob.phone, body)).status).toBe(200);
  const messages = (await server.as(bob).get<{ content: string }[]>('/api/messages')).body;
  expect(messages.map(({ content }) => content).reverse()).toEqual(bodies);
});

test('a text delivered twenty times, and again a year later, is one message', async () => {
  await using world = await setUp();
  const { twilio, server, countRows } = world;
  const text = twilio.receive(bob.phone, 'Milk #food');
  const answers = await Promise.all(Array.from({ length: 20 }, () => twilio.deliver(server, text)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  server.app.clock.advance(400 * 24 * 60 * 60 * 1000);
  expect((await twilio.deliver(server, text)).status).toBe(200);
  expect(countRows()).toEqual({ messages: 1, inbound: 1, users: 1, outbox: 1 });
  await until(() => twilio.sentTo(bob.phone).length > 0);
  expect(twilio.sentTo(bob.phone)).toHaveLength(1);
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

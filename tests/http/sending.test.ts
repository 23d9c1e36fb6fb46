import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import { enqueue } from '../../src/outbox/outbox';
import { bob, cho } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { type TestServer, until } from '../support/server';
import { NOT_A_NUMBER, SERVER_ERROR, TOO_MANY, type Twilio, UNSUBSCRIBED } from '../support/twilio';
import { testTwilio as test } from '../support/twilio-server';

const send = ({ app }: TestServer, body: string) => enqueue(app, { to: bob.phone, body, kind: 'membership' });
const rows = ({ app }: TestServer) =>
  app.db.select().from(outbox).where(eq(outbox.phone, bob.phone)).orderBy(outbox.id).all();
const posts = (twilio: Twilio) =>
  twilio.calls.filter(({ method, parameters }) => method === 'POST' && parameters.To === bob.phone).length;

const untilFailed = (server: TestServer) => until(() => rows(server)[0]?.error);

/** By then the worker has tried every text that was due. */
async function tryAllDue(server: TestServer, twilio: Twilio) {
  const body = crypto.randomUUID();
  enqueue(server.app, { to: cho.phone, body, kind: 'membership' });
  await until(() => twilio.sentTo(cho.phone).includes(body));
}

async function sendAll(server: TestServer, twilio: Twilio) {
  for (let step = 0; step < 40; step++) {
    await tryAllDue(server, twilio);
    if (rows(server).every(({ state }) => state !== 'queued' && state !== 'sending')) return;
    server.app.clock.advance(MINUTE);
  }
  throw new Error(`Still not sent: ${JSON.stringify(rows(server))}`);
}

test('a text that was refused is tried again later, and arrives once', async ({ twilio, server }) => {
  twilio.failNext(TOO_MANY);
  send(server, 'Hello');
  await untilFailed(server);
  for (let n = 0; n < 5; n++) await tryAllDue(server, twilio);
  expect(posts(twilio)).toBe(1);
  expect(rows(server)[0]?.nextAt).toBeGreaterThan(server.app.now());
  await sendAll(server, twilio);
  expect(twilio.sentTo(bob.phone)).toEqual(['Hello']);
  expect(rows(server)).toMatchObject([
    { state: 'sent', sid: twilio.texts.find(({ to }) => to === bob.phone)?.sid },
  ]);
});

test('a text whose answer was lost is not sent twice when Twilio is busy', async ({ twilio, server }) => {
  twilio.failNext('drop');
  send(server, 'Once');
  await untilFailed(server);
  twilio.failNext(TOO_MANY);
  server.app.clock.advance(2 * MINUTE);
  server.app.wakeOutbox();
  await until(() => twilio.calls.some(({ method }) => method === 'GET'));
  await sendAll(server, twilio);
  expect(twilio.sentTo(bob.phone)).toEqual(['Once']);
});

test('two equal texts both arrive, even if one was refused at first', async ({ twilio, server }) => {
  send(server, 'Same');
  await until(() => rows(server)[0]?.state === 'sent');
  twilio.failNext(SERVER_ERROR);
  send(server, 'Same');
  await until(() => rows(server)[1]?.error);
  await sendAll(server, twilio);
  expect(twilio.sentTo(bob.phone)).toEqual(['Same', 'Same']);
  expect(new Set(rows(server).map(({ sid }) => sid)).size).toBe(2);
});

test('a number that has opted out at Twilio is not texted again', async ({ twilio, server }) => {
  twilio.failNext(UNSUBSCRIBED);
  send(server, 'Hello');
  await until(() => rows(server)[0]?.state === 'failed');
  send(server, 'Hello again');
  server.app.clock.advance(HOUR);
  await tryAllDue(server, twilio);
  expect(posts(twilio)).toBe(1);
});

test('an invalid number is tried once', async ({ twilio, server }) => {
  twilio.failNext(NOT_A_NUMBER);
  send(server, 'Hello');
  await until(() => rows(server)[0]?.state === 'failed');
  server.app.clock.advance(HOUR);
  await tryAllDue(server, twilio);
  expect(posts(twilio)).toBe(1);
  expect(rows(server)[0]).toMatchObject({ errorCode: 21211, attempts: 1 });
});

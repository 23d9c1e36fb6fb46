import { expect } from 'bun:test';
import type { SimulatedText } from '../../src/contract/simulator';
import { textingState } from '../../src/texting/health';
import { ann, bob } from '../support/cast';
import { type TestServer, testServer, until } from '../support/server';
import { test } from '../support/server-test';
import { messagesOf } from '../support/texts';

const text = (server: TestServer, body: string, more = {}) =>
  server.simulator().post<SimulatedText>('/api/simulator/texts', { from: bob.phone, body, ...more });
const delivery = (server: TestServer, how: string) =>
  server.simulator().post('/api/simulator/delivery', { phone: bob.phone, delivery: how });
const BOB = `?phone=${encodeURIComponent(bob.phone)}`;
const textsOf = async (server: TestServer) =>
  (await server.simulator().get<SimulatedText[]>(`/api/simulator/texts${BOB}`)).body;

test('the simulated carrier answers keywords as Twilio does', async ({ server }) => {
  const answers = async (body: string) => {
    const before = server.received(bob.phone).length;
    await text(server, body);
    return server
      .received(bob.phone)
      .slice(before)
      .map((answer) => answer.slice(0, 26));
  };
  expect(await answers(' stop ')).toEqual(['You have successfully been']);
  expect(await answers('STOP')).toEqual([]);
  expect(await answers('Start')).toEqual(['You have successfully been']);
  expect(await answers('START')).toEqual([]);
  await text(server, 'Quit');
  const login = await server.stranger().post('/api/auth/login', { phoneNumber: bob.phone });
  expect(login.status).toBe(403);
  expect(login.text).toContain('Text START to');
  expect(messagesOf(server.app, bob)).toEqual([]);
});

test('a text that is delivered several times is one message', async ({ server }) => {
  await text(server, 'Once', { copies: 5 });
  for (let n = 0; n < 3; n++) await text(server, 'Again', { id: 'the-same' });
  expect(messagesOf(server.app, bob)).toEqual(['Once', 'Again']);
  await until(() => server.received(bob.phone).length); // the welcome
  expect(await textsOf(server)).toHaveLength(3); // the two messages and the welcome
});

test('held texts arrive when they are released, in either order', async ({ server }) => {
  for (const body of ['One', 'Two', 'Three']) await text(server, body, { held: true });
  expect(messagesOf(server.app, bob)).toEqual([]);
  expect((await textsOf(server)).map(({ state }) => state)).toEqual(['held', 'held', 'held']);
  const release = (order: string) =>
    server.simulator().post('/api/simulator/release', { order, phone: bob.phone });
  expect((await release('reversed')).body).toEqual({ released: 3 });
  expect(messagesOf(server.app, bob)).toEqual(['Three', 'Two', 'One']);
  expect((await release('sent')).body).toEqual({ released: 0 });
  expect((await textsOf(server)).every(({ state }) => state === 'delivered')).toBe(true);
});

test('a text that the carrier refuses is tried again', async ({ server }) => {
  await delivery(server, 'failing');
  await text(server, 'Hello');
  await until(() => server.app.outbox(bob.phone).some(({ state }) => state === 'queued'));
  expect(server.received(bob.phone)).toEqual([]);
  expect(textingState(server.app).waiting).toBe(1);
  await delivery(server, 'normal');
  server.app.clock.advance(60_000);
  server.app.wakeOutbox();
  await until(() => server.received(bob.phone).length > 0);
});

test('a text that does not reach a phone is marked as failed', async () => {
  await using server = await testServer({ env: { ADMIN_PHONES: ann.phone } });
  await delivery(server, 'unreachable');
  await text(server, 'Hello');
  const lost = await until(async () =>
    (await textsOf(server)).find(({ direction }) => direction === 'outbound'),
  );
  expect(lost.state).toBe('failed');
  const asked = await server.simulator().get(`/api/simulator/delivery${BOB}`);
  expect(asked.body).toEqual({ phone: bob.phone, delivery: 'unreachable' });
});

test('a number with an unescaped + in the query string is found', async ({ server }) => {
  const [from, bare] = ['+4930901820', '?phone=+4930901820'];
  const ask = async (call: string) => (await server.simulator().get(`/api/simulator/${call}${bare}`)).body;
  await server.simulator().post('/api/simulator/texts', { from, body: 'Hallo', held: true });
  expect(await ask('texts')).toMatchObject([{ phone: from, body: 'Hallo' }]);
  expect(await ask('delivery')).toEqual({ phone: from, delivery: 'normal' });
});

test('a slow delivery does not delay the texts to others', async ({ server }) => {
  await delivery(server, 'slow');
  await text(server, 'Hello'); // Bob's welcome text is delivered slowly
  await server.as(ann).get('/api/profile'); // signs Ann in with a code that is texted meanwhile
  expect(server.received(bob.phone)).toEqual([]);
  await until(() => server.received(bob.phone).length > 0);
});

test("a mail of a phone's owner becomes a note", async ({ server }) => {
  const mail = () =>
    server.simulator().post('/api/simulator/mails', { phone: bob.phone, subject: 'Milk', body: 'oat #food' });
  expect((await mail()).status).toBe(409);
  await text(server, 'hello');
  expect((await mail()).status).toBe(201);
  expect(messagesOf(server.app, bob)).toEqual(['hello', 'Milk\noat #food']);
});

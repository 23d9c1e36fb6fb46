import { expect, test } from 'bun:test';
import { receiveMissedTexts } from '../../../src/texting/missed-texts';
import { ann, bob } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { testServer, until } from '../../support/server';
import { startSmsGate } from '../../support/smsgate';
import { messagesOf } from '../../support/texts';

test('a text is stored once, however often and in whichever form the phone delivers it', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ env: smsgate.environment });
  const text = smsgate.receive(bob.phone, 'Milk #shopping');
  const answers = await Promise.all([1, 2, 3].map(() => smsgate.deliver(server, text)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const byPhone = smsgate.eventOf(text);
  byPhone.payload.receivedAt = text.arrivedAt.toISOString();
  await smsgate.call(server, byPhone);
  expect(messagesOf(server.app, bob)).toEqual(['Milk #shopping']);
  await smsgate.text(server, bob.phone.slice(2), 'Eggs'); // the number in national form
  expect(messagesOf(server.app, bob)).toEqual(['Milk #shopping', 'Eggs']);
});

test('forged, old and replayed webhooks are refused, and the admin page says so', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ env: { ...smsgate.environment, ADMIN_PHONES: ann.phone } });
  const event = smsgate.eventOf(smsgate.receive(bob.phone, 'Forged'));
  const status = async (answer: Promise<Response>) => (await answer).status;
  expect(await status(smsgate.call(server, event, { key: 'a guessed key' }))).toBe(403);
  expect(await status(smsgate.call(server, event, { at: server.app.now() - 6 * MINUTE }))).toBe(403);
  expect(await status(smsgate.post(server, JSON.stringify(event), {}))).toBe(403);
  expect(messagesOf(server.app, bob)).toBeEmpty();
  const ping = { event: 'system:ping', payload: {} };
  const once = { at: server.app.now(), id: 'recorded' };
  expect(await status(smsgate.call(server, ping, once))).toBe(204);
  expect(await status(smsgate.call(server, ping, once))).toBe(403);
  expect(server.app.sms.findings?.()).toMatchObject([
    { name: 'Webhooks refused', state: 'bad', value: '4, the last' },
  ]);
});

test.each([false, true])('texts missed while down are delivered again (old release: %p)', async (old) => {
  await using smsgate = await startSmsGate({ old });
  await using server = await testServer({ env: smsgate.environment });
  await server.app.sms.repair?.();
  await smsgate.text(server, bob.phone, 'Arrived');
  smsgate.receive(bob.phone, 'Missed');
  smsgate.phone.on = false;
  expect(await receiveMissedTexts(server.app).catch(({ retry }) => retry)).toBe(true);
  smsgate.phone.on = true;
  server.app.clock.advance(MINUTE);
  await receiveMissedTexts(server.app);
  await until(() => messagesOf(server.app, bob).length === 2);
  expect(messagesOf(server.app, bob)).toEqual(['Arrived', 'Missed']);
});

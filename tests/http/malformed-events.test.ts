import { expect, test } from 'bun:test';
import { bob } from '../support/cast';
import { testServer } from '../support/server';
import { startSignalwire } from '../support/signalwire';
import { startSmsGate } from '../support/smsgate';
import { startTelnyx } from '../support/telnyx';
import { messagesOf } from '../support/texts';
import { startTwilio } from '../support/twilio';

const ODD: unknown[] = [null, 7, 'x', true, [], {}, [null], [7], { 0: 1 }];

/** Each field of a value in turn, at any depth, is replaced by each odd value, or left out. */
function* spoilt(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    for (const other of [...ODD, undefined, ...spoilt(part)]) yield put(other);
  }
}

test('no signed event makes the webhook of Telnyx fail, and a malformed one is refused', async () => {
  await using telnyx = await startTelnyx();
  await using server = await testServer({ line: telnyx });
  const whole = telnyx.receive(bob.phone, 'Milk');
  await telnyx.deliver(server, whole);
  const event = JSON.parse(telnyx.eventOf('message.received', whole));
  for (const odd of [...ODD, ...spoilt(event)]) {
    const { status } = await telnyx.call(server, JSON.stringify(odd));
    expect({ odd, ok: status < 500 }).toEqual({ odd, ok: true });
  }
  for (const payload of [null, 7, { ...event.data.payload, to: {} }, { ...event.data.payload, from: 'x' }]) {
    const sent = JSON.stringify({ data: { ...event.data, payload } });
    expect((await telnyx.call(server, sent)).status).toBe(400);
  }
});

test('no signed event makes the webhook of SMSGate fail, and a malformed one is refused', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ env: smsgate.environment });
  const event = smsgate.eventOf(smsgate.receive(bob.phone, 'Milk'));
  const odd = [
    ...[...ODD, ...spoilt(event.payload)].map((payload) => ({ ...event, payload })),
    ...ODD.map((name) => ({ ...event, event: name })),
  ] as (typeof event)[];
  for (const sent of odd) {
    const { status } = await smsgate.call(server, sent);
    expect({ sent, ok: status < 500 }).toEqual({ sent, ok: true });
  }
  for (const payload of [null, 7, {}, { ...event.payload, receivedAt: 'now' }])
    expect((await smsgate.call(server, { ...event, payload } as typeof event)).status).toBe(400);
  expect((await smsgate.call(server, { ...event, event: 'app:started' } as typeof event)).status).toBe(204);
});

test.each([
  ['Twilio', startTwilio],
  ['SignalWire', startSignalwire],
] as const)('no signed form makes the webhook of %s fail', async (_, start) => {
  await using twilio = await start();
  await using server = await testServer({ twilio });
  const form = twilio.parametersOf(twilio.receive(bob.phone, 'Milk'));
  for (const name of [...Object.keys(form), 'NumMedia', 'MediaUrl0', 'MediaContentType0', 'OptOutType'])
    for (const value of ['', '-1', '1e99', 'NaN', 'x'.repeat(5000), '\0', '\ud800', '%', '+', '[]'])
      for (const path of ['sms', 'status', 'status?text=1e99']) {
        const hook = `${new URL(server.app.sms.webhook()!).pathname.replace(/[^/]+$/, '')}${path}`;
        const { status } = await twilio.call(server, hook, { ...form, NumMedia: '1', [name]: value });
        expect({ name, value, path, ok: status < 500 }).toEqual({ name, value, path, ok: true });
      }
  expect(messagesOf(server.app, bob)).not.toBeEmpty();
});

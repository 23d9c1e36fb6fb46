import { expect, test } from 'bun:test';
import { createPrivateKey, sign } from 'node:crypto';
import {
  isSigned,
  type TelnyxMessage,
  telnyxWebhook,
  toInbound,
  toReport,
} from '../../src/outside/telnyx/webhooks';

/** The key pair of test 1 in RFC 8032, section 7.1. */
const PUBLIC_KEY = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const PRIVATE_KEY = createPrivateKey({
  format: 'jwk',
  key: { kty: 'OKP', crv: 'Ed25519', d: SEED.toString('base64url'), x: PUBLIC_KEY.toString('base64url') },
});
const CONFIG = {
  apiKey: 'KEY',
  publicKey: PUBLIC_KEY.toString('base64'),
  from: '+18445550001',
  apiUrl: undefined,
};

/** The payload from the tests of Telnyx's own package for Node. */
const BODY = JSON.stringify(
  {
    data: {
      record_type: 'event',
      id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
      event_type: 'call_initiated',
      created_at: '2018-02-02T22:25:27.521992Z',
      payload: { to: '+13129457420', from: '+35319605860', direction: 'incoming', state: 'parked' },
    },
  },
  null,
  2,
);
const SECONDS = 1_517_610_327;

const signed = (body: string) =>
  sign(null, Buffer.from(`${SECONDS}|${body}`), PRIVATE_KEY).toString('base64');

const request = (body: string, { timestamp = String(SECONDS), signature = signed(body) } = {}) => ({
  url: 'https://notes.example/api/webhooks/telnyx?text=7',
  headers: new Headers({ 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature }),
  body,
});

const isAccepted = (changed: { body?: string; timestamp?: string; signature?: string } = {}, late = 0) =>
  isSigned(
    CONFIG,
    request(changed.body ?? BODY, { signature: signed(BODY), ...changed }),
    SECONDS * 1000 + late,
  );

test('a signature over time and body as they came is accepted for five minutes', () => {
  for (const late of [0, 299_000, -299_000]) expect(isAccepted({}, late)).toBe(true);
  for (const late of [301_000, -301_000]) expect(isAccepted({}, late)).toBe(false);
  for (const changed of [
    { body: BODY.replace('parked', 'answered') },
    { body: JSON.stringify(JSON.parse(BODY)) },
    { timestamp: String(SECONDS + 1) },
  ])
    expect(isAccepted(changed)).toBe(false);
});

test('nonsense in place of a signature or a time is refused', () => {
  for (const signature of ['', 'x', 'é', '%%', 'A'.repeat(88), 'A'.repeat(10_000)])
    expect(isAccepted({ signature })).toBe(false);
  for (const timestamp of ['', 'now', '-1', '1e9', `${SECONDS}.0`, '9'.repeat(40)])
    expect(isAccepted({ timestamp })).toBe(false);
});

/** The payload of the example in developers.telnyx.com/api-reference/callbacks/inbound-message. */
const INBOUND: TelnyxMessage = {
  direction: 'inbound',
  id: '7ee4241c-f127-47e5-9c34-3aac291f8058',
  from: { phone_number: '+18665550001' },
  to: [{ phone_number: '+18445550001', status: 'delivered' }],
  text: 'Hello, World!',
  media: [],
  cost: { amount: 0.0051, currency: 'USD' },
  errors: [],
};

test('the documented payload of a text is read, even without optional fields', () => {
  const read = (changed: Partial<TelnyxMessage> = {}, phone = '+18445550001') =>
    toInbound(phone, { ...INBOUND, ...changed });
  expect(read()).toEqual({
    sid: '7ee4241c-f127-47e5-9c34-3aac291f8058',
    from: '+18665550001',
    body: 'Hello, World!',
    media: [],
    optOut: undefined,
  });
  expect(read({ subject: 'Greeting' })?.body).toBe('Greeting\nHello, World!');
  expect(read({ subject: 'Only this', text: null })?.body).toBe('Only this');
  const url = 'https://media.telnyx.com/abc123/image.jpg';
  expect(
    read({
      text: undefined,
      media: [{ url, content_type: 'image/jpeg' }, { url }, { url, content_type: 'application/smil' }, {}],
    }),
  ).toMatchObject({
    body: '',
    media: [
      { url, type: 'image/jpeg' },
      { url, type: 'application/octet-stream' },
    ],
  });
  for (const [word, optOut] of [
    ['STOP', 'stop'],
    ['START', 'start'],
    ['HELP', 'help'],
  ] as const)
    expect(read({ autoresponse_type: word })).toMatchObject({ optOut });
  expect(read({ to: [{ phone_number: '+18665550002' }, { phone_number: '+18445550001' }] })).not.toBeNull();
  for (const missing of [
    { id: undefined },
    { from: undefined },
    { to: undefined },
    { direction: 'outbound' },
  ])
    expect(read(missing)).toBeNull();
  expect(read({}, '+18445550002')).toBeNull();
});

/** The payload of the example in developers.telnyx.com/api-reference/callbacks/delivery-update. */
const REPORT: TelnyxMessage = {
  direction: 'outbound',
  id: '40385f64-5717-4562-b3fc-2c963f66afa6',
  from: { phone_number: '+18445550001' },
  to: [{ phone_number: '+18665550001', status: 'queued' }],
  text: 'Hello, World!',
  cost: { amount: '0.0051', currency: 'USD' },
  errors: [],
};

test('the documented payload of a report is read, even without optional fields', () => {
  const read = (changed: Partial<TelnyxMessage> = {}) => toReport(CONFIG, { ...REPORT, ...changed });
  expect(read()).toEqual({
    sid: '40385f64-5717-4562-b3fc-2c963f66afa6',
    to: '+18665550001',
    state: 'sent',
    errorCode: null,
    price: '-0.0051 USD',
  });
  for (const cost of [undefined, { amount: '0.0', currency: 'USD' }])
    expect(read({ cost })).toMatchObject({ price: null });
  expect(read({ errors: [{ code: '40008' }] })).toMatchObject({ errorCode: 40008 });
  for (const missing of [{ id: undefined }, { to: undefined }, { from: { phone_number: '+18445550009' } }])
    expect(read(missing)).toBeNull();
});

test('every documented state of a recipient is understood', () => {
  const states: Record<string, unknown> = {
    ...{ queued: 'sent', sending: 'sent', sent: 'sent', delivery_unconfirmed: 'sent' },
    ...{ delivered: 'delivered', webhook_delivered: 'delivered' },
    ...{ expired: 'failed', sending_failed: 'failed', delivery_failed: 'failed' },
  };
  const understood: Record<string, unknown> = Object.fromEntries(
    Object.keys(states).map((status) => [status, toReport(CONFIG, { ...REPORT, to: [{ status }] })?.state]),
  );
  expect(understood).toEqual(states);
  for (const status of ['', 'constructor'])
    expect(toReport(CONFIG, { ...REPORT, to: [{ status }] })).toBeNull();
});

test('a signed event that is malformed is refused, and an unknown one brings nothing', () => {
  const webhook = telnyxWebhook(CONFIG, '+18445550001', () => SECONDS * 1000);
  const read = (event: unknown) =>
    webhook.read(request(typeof event === 'string' ? event : JSON.stringify(event)));
  for (const event of ['', 'no JSON', 'null', '7', '[]', '{}', { data: null }, { data: { payload: null } }])
    expect(read(event)).toMatchObject({ isMalformed: true });
  for (const payload of [
    null,
    7,
    { ...INBOUND, to: {} },
    { ...INBOUND, from: 'x' },
    { ...INBOUND, media: [7] },
  ])
    expect(read({ data: { event_type: 'message.received', payload } })).toMatchObject({ isMalformed: true });
  expect(read({ data: { event_type: 'message.read', payload: INBOUND } })).toEqual({});
  const empty = { id: null, from: null, to: null, text: null, media: null, cost: null, errors: null };
  for (const payload of [empty, { ...REPORT, to: [] }])
    expect(read({ data: { event_type: 'message.finalized', payload } })).toEqual({ reports: [] });
  expect(read({ data: { event_type: 'message.received', payload: empty } })).toHaveProperty('refused');
  const bare = { ...INBOUND, text: null, media: null, cost: null, errors: null };
  expect(read({ data: { event_type: 'message.received', payload: bare } })).toMatchObject({
    texts: [{ from: '+18665550001', body: '', media: [] }],
  });
  expect(read({ data: { event_type: 'message.sent', payload: REPORT } })).toMatchObject({
    reports: [{ id: 7, state: 'sent' }],
  });
});

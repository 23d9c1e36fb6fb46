import { expect, test } from 'bun:test';
import type { InboundText } from '../../../src/app/gateway';
import { readEvent, toInbound, toReport } from '../../../src/outside/smsgate/events';
import { signatureCheck } from '../../../src/outside/smsgate/signature';

const HERE = { phoneNumber: '+12025550100', country: 'US' } as const;

/** The webhook in SMSGate's documentation (docs.sms-gate.app, Getting started, Webhooks). */
const PUBLISHED = {
  deviceId: 'ffffffffceb0b1db0000018e937c815b',
  event: 'sms:received',
  id: 'Ey6ECgOkVVFjz3CL48B8C',
  payload: {
    messageId: 'abc123',
    message: 'Android is always a sweet treat!',
    sender: '6505551212',
    recipient: '+12025550100',
    simNumber: 1,
    receivedAt: '2024-06-22T15:46:11.000+07:00',
  },
  webhookId: 'LreFUt-Z3sSq0JufY9uWB',
};
type Payload = Record<string, unknown>;
const textOf = (
  payload: Payload = {},
  sim: number | null = null,
  around: object = HERE,
  event = PUBLISHED.event,
) =>
  toInbound(
    readEvent(JSON.stringify({ ...PUBLISHED, event, payload: { ...PUBLISHED.payload, ...payload } }))!,
    { sim },
    around as typeof HERE,
  );

const isSame = (first: InboundText | null, second: InboundText | null) => {
  const [from = '', to = ''] = second!.alike ?? [];
  return first!.sid === second!.sid || (first!.sid >= from && first!.sid <= to);
};

test('the published example is read, with its sender in international form', () => {
  expect(textOf()).toMatchObject({
    from: '+16505551212',
    body: 'Android is always a sweet treat!',
    media: [],
    at: Date.parse('2024-06-22T08:46:11Z'),
  });
});

test('the published example of an older release is read', () => {
  const { sender: phoneNumber, recipient: _, simNumber: __, messageId: ___, ...rest } = PUBLISHED.payload;
  const read = readEvent(JSON.stringify({ ...PUBLISHED, payload: { ...rest, phoneNumber } }))!;
  expect(toInbound(read, { sim: null }, HERE)).toMatchObject({ from: '+16505551212' });
});

test('a sender in national form gets the country code, and a short code stays as it is', () => {
  const from = (sender: string, country: string) => textOf({ sender }, null, { ...HERE, country })?.from;
  expect(from('0171 2345678', 'DE')).toBe('+491712345678');
  expect(from('(202) 555-0111', 'US')).toBe('+12025550111');
  expect(from('+447700900123', 'US')).toBe('+447700900123');
  expect(from('22000', 'DE')).toBe('22000');
  expect(from('733733', 'US')).toBe('733733');
  expect(from('Amazon', 'US')).toBe('Amazon');
});

test('a text is identified by device, sender, time and words, however it is delivered', () => {
  expect(isSame(textOf(), textOf({ messageId: 'other' }))).toBe(true);
  expect(isSame(textOf(), textOf({ receivedAt: '2024-06-22T08:46:11.000Z' }))).toBe(true);
  expect(isSame(textOf(), textOf({ message: 'Milk' }))).toBe(false);
  expect(isSame(textOf(), textOf({ sender: '6505551213' }))).toBe(false);
  expect(isSame(textOf(), textOf({ receivedAt: '2024-06-22T08:46:12.000Z' }))).toBe(false);
});

test('the same text with the time of the phone and with that of the network is one text', () => {
  const byPhone = textOf({ receivedAt: '2024-06-22T08:46:14.345Z' });
  expect(isSame(textOf(), byPhone)).toBe(true);
  expect(isSame(byPhone, textOf())).toBe(true);
  const afterANight = textOf({ receivedAt: '2024-06-22T20:46:14.345Z' });
  expect(isSame(textOf(), afterANight)).toBe(true);
  expect(isSame(afterANight, textOf())).toBe(true);
  expect(isSame(textOf(), textOf({ receivedAt: '2024-06-23T09:46:14.345Z' }))).toBe(false);
  expect(isSame(textOf(), textOf({ receivedAt: '2024-06-22T08:30:14.345Z' }))).toBe(false);
});

test('if a phone has two SIMs, only texts to our SIM are read', () => {
  expect(textOf({ simNumber: 2 }, 1)).toBeNull();
  expect(textOf({ simNumber: 1 }, 1)).not.toBeNull();
  expect(textOf({ simNumber: null, recipient: '+12025550177' }, 1)).toBeNull();
  expect(textOf({ simNumber: null, recipient: '2025550100' }, 1)).not.toBeNull();
  expect(textOf({ simNumber: null, recipient: null }, 1)).not.toBeNull();
  expect(textOf({ simNumber: 2, recipient: '+12025550177' })).not.toBeNull();
});

test('an MMS brings its words and its files', () => {
  const attachments = [
    { partId: 101, contentType: 'image/jpeg', name: 'photo.jpg', data: '/9j/4AAQSkZJRg==', size: 10 },
    { partId: 102, contentType: 'image/png', name: null, data: null, size: 0 },
  ];
  const mms = { subject: 'Photo', body: 'See #garden', attachments, message: undefined };
  expect(textOf(mms, null, HERE, 'mms:downloaded')).toMatchObject({
    body: 'Photo\nSee #garden',
    media: [
      { base64: '/9j/4AAQSkZJRg==', type: 'image/jpeg' },
      { url: 'smsgate:missing', type: 'image/png' },
    ],
  });
});

test('reports name our text, and texts of others are ignored', () => {
  const report = (event: string, payload: Payload) =>
    toReport(readEvent(JSON.stringify({ ...PUBLISHED, event, payload }))!, 'US');
  const ours = { messageId: 'tagline-7-lx2', sender: null, recipient: '+12025550111', simNumber: 1 };
  expect(report('sms:sent', { ...ours, partsCount: 1, sentAt: 'x' })).toMatchObject({
    id: 7,
    sid: 'tagline-7-lx2',
    to: '+12025550111',
    state: 'sent',
  });
  expect(report('sms:delivered', ours)).toMatchObject({ state: 'delivered' });
  expect(
    report('sms:failed', { ...ours, reason: 'Send result: RESULT_ERROR_NO_SERVICE (Failed)' }),
  ).toMatchObject({
    state: 'failed',
    errorCode: 4,
    reason: 'Send result: RESULT_ERROR_NO_SERVICE (Failed)',
  });
  expect(report('sms:failed', { ...ours, messageId: 'zXDYfTmTVf3iMd16zzdBj', reason: 'x' })).toBeNull();
});

test('an unknown event, and a body that is not JSON, are read as null', () => {
  for (const body of ['', 'null', '[]', '{"event":"sms:received"}', '{"event":"app:started","payload":{}}'])
    expect(readEvent(body)).toBeNull();
  expect(
    readEvent(JSON.stringify({ ...PUBLISHED, payload: { ...PUBLISHED.payload, receivedAt: 'now' } })),
  ).toBeNull();
});

test('a signature counts for five minutes, and once', () => {
  // printf '{"a":1}1750000000' | openssl dgst -sha256 -hmac secret-signing-key
  const signature = 'b55e840929e19f76fd1dd2bfe276c128082d17d0abe067530d65938872c93782';
  const fault = (
    now: number,
    headers: Record<string, string>,
    body = '{"a":1}',
    key = 'secret-signing-key',
  ) => signatureCheck(key, () => now)(body, new Headers(headers));
  const signed = { 'x-signature': signature, 'x-timestamp': '1750000000' };
  const at = 1_750_000_000_000;
  expect(fault(at, signed)).toBeNull();
  expect(fault(at, { ...signed, 'x-signature': signature.toUpperCase() })).toBeNull();
  expect(fault(at + 300_000, signed)).toBeNull();
  expect(fault(at - 300_000, signed)).toBeNull();
  for (const late of [300_001, -300_001])
    expect(fault(at + late, signed)).toBe('is too old, or the clocks differ');
  const wrong = 'is missing or wrong';
  expect(fault(at, signed, '{"a":2}')).toBe(wrong);
  expect(fault(at, signed, '{"a":1}', 'another-signing-key')).toBe(wrong);
  expect(fault(at, { ...signed, 'x-timestamp': '1750000001' })).toBe(wrong);
  expect(fault(at, { 'x-timestamp': '1750000000' })).toBe(wrong);
  expect(fault(at, { 'x-signature': signature })).toBe(wrong);
  expect(fault(at, { ...signed, 'x-signature': 'é'.repeat(64) })).toBe(wrong);

  const check = signatureCheck('secret-signing-key', () => at);
  expect([check('{"a":1}', new Headers(signed)), check('{"a":1}', new Headers(signed))]).toEqual([
    null,
    'was used before',
  ]);
});

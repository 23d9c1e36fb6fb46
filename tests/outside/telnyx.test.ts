import { expect, test } from 'bun:test';
import { type OutgoingText, SendError } from '../../src/app/gateway';
import { bob, cho } from '../support/cast';
import { gatewayOf as newGateway } from '../support/gateways';
import type { Failure } from '../support/service';
import { SERVER_ERROR, startTelnyx, type Telnyx, TOO_MANY } from '../support/telnyx';
import { textOut } from '../support/texts';

const PUBLIC_URL = 'https://tagline.example';
const TEXT = textOut(bob.phone, 'Hello Bob', { id: 7 });
const HOUR_MS = 3_600_000;

const gatewayOf = (telnyx: Telnyx, overrides: Record<string, string> = {}, now = Date.now) =>
  newGateway({ ...telnyx.environment, ...overrides }, { publicUrl: PUBLIC_URL, now });

test('each failure of Telnyx becomes its own SendError', async () => {
  await using telnyx = await startTelnyx();
  const gateway = gatewayOf(telnyx);
  const send = (text: Partial<OutgoingText> = {}) =>
    gateway.send({ ...TEXT, ...text }).catch((error) => error);
  const outcome = async (failure: Failure) => {
    telnyx.failNext(failure);
    const error = await send();
    expect(error).toBeInstanceOf(SendError);
    return { code: error.code, retry: error.retry, uncertain: error.uncertain };
  };
  expect(await outcome(TOO_MANY)).toEqual({ code: 10011, retry: true, uncertain: false });
  expect(await outcome(SERVER_ERROR)).toEqual({ code: 10007, retry: true, uncertain: true });
  expect(await outcome({ status: 400, code: 40318, message: 'Queue full' })).toEqual({
    ...{ code: 40318, retry: true, uncertain: false },
  });
  expect(await outcome({ status: 200, code: 0, message: '' })).toMatchObject({
    retry: true,
    uncertain: true,
  });
  expect(telnyx.texts).toBeEmpty();
  expect(await outcome('drop')).toEqual({ code: null, retry: true, uncertain: true });
  expect(telnyx.texts).toHaveLength(1); // Telnyx has the text, although its answer was lost
  expect(await send({ to: '+1' })).toMatchObject({ code: 40310, retry: false, uncertain: false });
  telnyx.receive(bob.phone, 'STOP');
  expect(await send()).toMatchObject({ code: 40300, retry: false, uncertain: false });
  expect(gateway.errors[40300]).toMatchObject({ recipient: 'opted out' });
  const gone = gatewayOf(telnyx, { TELNYX_API_URL: 'http://127.0.0.1:1' }).send(TEXT);
  expect(await gone.catch((error) => error)).toMatchObject({ retry: true, uncertain: false });
  const wrongKey = gatewayOf(telnyx, { TELNYX_API_KEY: 'wrong' }).send(TEXT);
  expect(await wrongKey.catch((error) => error)).toMatchObject({ code: 10009, retry: false });
});

test('a text whose answer was lost is found by its recipient and words', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z');
  await using telnyx = await startTelnyx({ now: () => now });
  const gateway = gatewayOf(telnyx, {}, () => now);
  const old = await gateway.send(TEXT);
  now += 2 * HOUR_MS;
  telnyx.failNext('drop');
  await gateway.send(TEXT).catch(() => {});
  const lost = telnyx.texts.at(-1)!;
  await gateway.send({ ...TEXT, body: 'Look', pictures: ['https://notes.example/m/x'] });
  expect(JSON.parse(telnyx.calls.at(-1)!.body)).toMatchObject({ media_urls: ['https://notes.example/m/x'] });
  await gateway.send({ ...TEXT, id: 8 }); // the same words under another id
  await gateway.send({ ...TEXT, body: 'Another' });
  await gateway.send({ ...TEXT, to: cho.phone });
  expect(await gateway.findSent(TEXT, HOUR_MS)).toEqual([lost.id]);
  expect(await gateway.findSent(TEXT, 3 * HOUR_MS)).toEqual([old.sid, lost.id]);
  expect(await gateway.findSent({ ...TEXT, body: 'Never sent' }, 3 * HOUR_MS)).toEqual([]);
  telnyx.failNext(SERVER_ERROR);
  expect(await gateway.findSent(TEXT, HOUR_MS).catch((error) => error)).toBeInstanceOf(SendError);
});

test('texts that came while we were down are listed once, with words and photos', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z');
  await using telnyx = await startTelnyx({ now: () => now });
  const gateway = gatewayOf(telnyx, {}, () => now);
  telnyx.receive(bob.phone, 'Before');
  now += 2 * HOUR_MS;
  const since = now - HOUR_MS;
  for (let n = 0; n < 120; n++) {
    telnyx.receive(n % 2 ? bob.phone : cho.phone, `Text ${n}`);
    now += 1000;
  }
  const photo = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  const last = telnyx.receive(bob.phone, '', [photo]);
  await gateway.send(TEXT);
  telnyx.texts.push({ ...last, id: 'elsewhere', to: '+12025550199' }); // the account has another number, too

  const known = telnyx.texts.find(({ text }) => text === 'Text 5')!.id;
  const missing = await gateway.listReceived(since, (sid) => sid === known);
  expect(missing.map(({ body }) => body)).toEqual([
    ...Array.from({ length: 120 }, (_, n) => `Text ${n}`).filter((body) => body !== 'Text 5'),
    '',
  ]);
  expect(missing[0]).toMatchObject({ from: cho.phone, at: since + HOUR_MS });
  const [file] = missing.at(-1)!.media as { url: string; type: string }[];
  expect(await gateway.fetchMedia(file!.url)).toEqual(photo);
  expect(telnyx.leaks).toBeEmpty();
});

test('a text that Telnyx has forgotten after ten days does not hold up the others', async () => {
  await using telnyx = await startTelnyx();
  telnyx.receive(bob.phone, 'Here');
  telnyx.forgotten.add(telnyx.receive(bob.phone, 'Gone').id);
  const received = await gatewayOf(telnyx).listReceived(Date.now() - HOUR_MS, () => false);
  expect(received.map(({ body }) => body)).toEqual(['Here']);
});

test('states and prices are read from the detail records', async () => {
  await using telnyx = await startTelnyx();
  const gateway = gatewayOf(telnyx);
  for (let id = 1; id <= 3; id++) await gateway.send({ ...TEXT, id });
  const [sent, delivered, lost] = telnyx.texts;
  Object.assign(delivered!, { status: 'delivered', cost: '0.0051' });
  Object.assign(lost!, { status: 'delivery_failed', errorCode: '40008' });
  const reports = await gateway.listReports(HOUR_MS);
  const byId = Object.fromEntries(reports.map((report) => [report.sid, report]));
  expect(byId[sent!.id]).toMatchObject({ to: bob.phone, state: 'sent', errorCode: null, price: null });
  expect(byId[delivered!.id]).toMatchObject({ state: 'delivered', price: '-0.0051 USD' });
  expect(byId[lost!.id]).toMatchObject({ state: 'failed', errorCode: 40008 });
});

test('a photo on another host than those of Telnyx is not read', async () => {
  await using telnyx = await startTelnyx();
  const gateway = gatewayOf(telnyx, { TELNYX_API_URL: '' });
  for (const url of ['http://media.telnyx.com/x', 'https://telnyx.com.example/x', 'https://127.0.0.1/x', 'x'])
    expect(await gateway.fetchMedia(url).catch((error) => error)).toMatchObject({ retry: false });
});

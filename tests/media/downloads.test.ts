import { expect, test } from 'bun:test';
import { media, messages } from '../../db/schema';
import type { FailedDownload } from '../../src/contract/admin';
import type { Message } from '../../src/contract/messages';
import { downloadQueued, listFailedDownloads, retryDownload } from '../../src/media/downloads';
import { examine } from '../../src/operators/health/health';
import { receiveText } from '../../src/texting/inbound';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { png } from '../support/pictures';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';
import { testTwilio } from '../support/twilio-server';

testTwilio('a file of a text that is no image has the ending of its type', async ({ twilio, server }) => {
  const card = { type: 'text/x-vcard', bytes: new TextEncoder().encode('BEGIN:VCARD') };
  await twilio.text(server, bob.phone, '', [card]);
  const { id, url } = await until(async () => {
    const [message] = (await server.as(bob).get<Message[]>('/api/messages')).body;
    return message?.media[0];
  });
  const { status, headers } = await server.as(bob).get(url);
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename*=UTF-8''${id}.vcf`,
  ]);
});

test.each([
  [401, true],
  [404, true],
  [403, true],
  [410, false],
])('after the answer %i a photo is tried again: %p', async (status, again) => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(2, 2) }]);
  await receiveMissedTexts(app);
  twilio.failAlways({ status, code: 20000 + status, message: 'No' });
  await downloadQueued(app);
  const row = app.db.select().from(media).get();
  expect(row).toMatchObject({ failure: `Twilio answered ${status} for a photo.` });
  expect(row?.nextAt !== null).toBe(again);
});

test('a photo that crashes the process each time is tried ten times', async () => {
  await using app = testApp();
  const file = { url: 'simulator:1/0', type: 'image/jpeg' };
  receiveText(app, { sid: 'SIM1', from: bob.phone, body: 'Look #trip', media: [file] });
  let fetched = 0;
  app.sms.fetchMedia = () => {
    fetched++;
    return new Promise(() => {}); // never settles, as if the process had crashed
  };
  for (let start = 0; start < 20; start++) {
    void downloadQueued(app);
    await new Promise(setImmediate);
    app.clock.advance(DAY);
  }
  expect(fetched).toBe(10);
  expect(app.db.select().from(messages).get()?.content).toContain('could not be fetched');
});

test('a photo is tried for a year: within minutes, hours, then once a day', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  app.clock.freeze(Date.UTC(2026, 0, 31));
  twilio.receive(bob.phone, 'Look #trip', [{ type: 'image/png', bytes: png(5, 5) }]);
  const [text] = await app.sms.listReceived(0, () => false);
  receiveText(app, text!);
  twilio.failAlways({ status: 503, code: 20503, message: 'Busy' });
  const row = () => app.db.select().from(media).get()!;
  const waits: number[] = [];
  while (row().nextAt !== null) {
    await downloadQueued(app);
    const next = row().nextAt;
    if (next === null) break;
    waits.push(next - app.now());
    app.clock.advance(next - app.now());
  }
  expect(waits[0]).toBe(5_000);
  expect(Math.max(...waits.slice(0, 15))).toBeLessThanOrEqual(HOUR);
  expect(waits.filter((wait) => wait === DAY).length).toBeGreaterThan(360);
  expect(app.db.select().from(messages).get()?.content).toContain('could not be fetched');

  twilio.failAlways(null);
  retryDownload(app, row().id);
  await downloadQueued(app);
  expect(row()).toMatchObject({ width: 5, height: 5, failure: null });
  expect(app.db.select().from(messages).get()?.content).toBe('Look #trip');
});

test('a full disk is no failed try: the photo comes when there is room', async () => {
  await using app = testApp();
  receiveText(app, { sid: 'SIM1', from: bob.phone, body: 'Look', media: [{ url: 'x', type: 'image/png' }] });
  let isFull = true;
  app.sms.fetchMedia = async () => {
    if (isFull) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    return { bytes: png(5, 5), type: 'image/png' };
  };
  // if a photo fails for another reason, the server gives it up after one year
  app.clock.advance(2 * 365 * DAY);
  await downloadQueued(app);
  expect(listFailedDownloads(app)).toMatchObject([
    { reason: 'There is no room left on the disk (ENOSPC).', nextTry: expect.any(String) },
  ]);
  isFull = false;
  app.clock.advance(60_000);
  await downloadQueued(app);
  expect(app.db.select().from(media).get()).toMatchObject({ width: 5 });
  expect(listFailedDownloads(app)).toEqual([]);
});

test('an operator sees failed photos and tries them again; doctor names them', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ADMIN_PHONES: ann.phone } });
  const elsewhere = `https://api.twilio.com/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages/MM1/Media/ME1`;
  receiveText(server.app, {
    sid: 'MM1',
    from: bob.phone,
    body: 'Look #trip',
    media: [{ url: elsewhere, type: 'image/png' }],
  });
  await until(() => listFailedDownloads(server.app).length > 0);
  const operator = server.as(ann);
  const { body } = await operator.get<FailedDownload[]>('/api/admin/downloads');
  expect(body).toMatchObject([{ phoneNumber: '+1 ••• ••• 0122', nextTry: null }]);
  const findings = await examine(server.app);
  expect(findings.find(({ name }) => name === 'Photos of texts')).toMatchObject({
    state: 'bad',
    value: '0 waiting, 1 given up',
  });
  const { status } = await operator.post(`/api/admin/downloads/${body[0]!.id}/retry`, {});
  expect(status).toBe(200);
  expect((await operator.post('/api/admin/downloads/999/retry', {})).status).toBe(404);
});

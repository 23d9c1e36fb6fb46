import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { media, messages } from '../../db/schema';
import type { Message } from '../../src/contract/messages';
import { downloadQueued } from '../../src/media/downloads';
import { receiveText } from '../../src/texting/inbound';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { DAY } from '../support/clock';
import { LOCATION, photo, png } from '../support/pictures';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';
import { storedFiles } from './upload';

test('photos of a text are downloaded after it; the password goes to Twilio only', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  await twilio.text(server, bob.phone, '', [
    { type: 'image/jpeg', bytes: await photo(30, 40) },
    { type: 'text/x-vcard', bytes: new TextEncoder().encode('BEGIN:VCARD') },
  ]);
  const message = await until(async () => {
    const [first] = (await server.as(bob).get<Message[]>('/api/messages')).body;
    return first?.media.length === 2 ? first : null;
  });
  expect(message).toMatchObject({
    content: '',
    mediaType: 'image/jpeg',
    media: [
      { type: 'image/jpeg', width: 30, height: 40 },
      { type: 'text/x-vcard', width: null },
    ],
  });
  const { status, headers } = await server.as(bob).get(message.media[1]!.url);
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename*=UTF-8''${message.media[1]!.id}.vcf`,
  ]);
  expect(twilio.leaks).toEqual([]);
});

test('a failed download is tried again; an address of another account is never called', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  const text = twilio.receive(bob.phone, 'Look #trip', [{ type: 'image/png', bytes: png(5, 5) }]);
  const form = twilio.parametersOf(text);
  const elsewhere = form.MediaUrl0!.replace(twilio.accountSid, `AC${'0'.repeat(32)}`);
  receiveText(app, {
    sid: text.sid,
    from: bob.phone,
    body: text.body,
    media: [
      { url: form.MediaUrl0!, type: 'image/png' },
      { url: elsewhere, type: 'image/png' },
    ],
  });
  twilio.failAlways({ status: 404, code: 20404, message: 'Not yet' });
  await downloadQueued(app);
  twilio.failAlways(null);
  const rows = () => app.db.select().from(media).all();
  expect(rows()).toMatchObject([{ file: null, attempts: 1, nextAt: expect.any(Number) }]); // the other one was given up
  const asked = twilio.calls.length;
  app.clock.advance(10_000);
  await downloadQueued(app);
  expect(rows()[0]).toMatchObject({ width: 5, height: 5, nextAt: null, origin: null });
  expect(twilio.calls.slice(asked).filter(({ path }) => path.includes('AC0000'))).toEqual([]);
});

test('a photo that crashes the process is tried ten times at most', async () => {
  await using app = testApp();
  const file = { url: 'simulator:1/0', type: 'image/jpeg' };
  receiveText(app, { sid: 'SIM1', from: bob.phone, body: 'Look #trip', media: [file] });
  let fetched = 0;
  app.sms.fetchMedia = () => {
    fetched++;
    return new Promise(() => {}); // never ends, as if the process had crashed
  };
  for (let start = 0; start < 20; start++) {
    void downloadQueued(app);
    await new Promise(setImmediate);
    app.clock.advance(DAY);
  }
  expect(fetched).toBe(10);
  expect(app.db.select().from(messages).get()?.content).toContain('could not be fetched');
});

test('the simulator delivers photos like Twilio', async () => {
  await using server = await testServer();
  const data = `data:image/jpeg;base64,${Buffer.from(await photo(8, 9)).toString('base64')}`;
  await server
    .stranger()
    .post('/api/simulator/texts', { from: bob.phone, body: 'Look #trip', media: [data] });
  const message = await until(async () => {
    const [first] = (await server.as(bob).get<Message[]>('/api/messages')).body;
    return first?.media.length === 1 ? first : null;
  });
  expect(message).toMatchObject({ content: 'Look #trip', media: [{ width: 8, height: 9 }] });
  const [file] = storedFiles(server);
  expect(readFileSync(join(server.app.config.dataDir, 'media', file!)).includes(LOCATION)).toBe(false);
});

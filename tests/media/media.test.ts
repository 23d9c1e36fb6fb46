import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { media, messages } from '../../db/schema';
import type { Message } from '../../src/contract/messages';
import { deleteRemovedFiles } from '../../src/media/files';
import { deleteUnusedUploads, downloadQueued } from '../../src/media/media';
import { remove } from '../../src/messages/messages';
import { receiveText } from '../../src/texting/inbound';
import { testApp } from '../support/app';
import { ann, bob, eve } from '../support/cast';
import type { Client } from '../support/client';
import { DAY } from '../support/clock';
import { LOCATION, photo, png } from '../support/pictures';
import { type TestServer, testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

type Upload = { id: number; url: string; type: string; width: number | null; height: number | null }[];

function upload(client: Client, ...files: [bytes: Uint8Array<ArrayBuffer>, type: string, name: string][]) {
  const form = new FormData();
  for (const [bytes, type, name] of files) form.append('file', new Blob([bytes], { type }), name);
  return client.send<Upload>('/api/media', { method: 'POST', body: form });
}

const filesOf = (server: TestServer) => {
  const folder = join(server.app.config.dataDir, 'media');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a photo is kept upright, with its size and without the place where it was taken', async () => {
  await using server = await testServer();
  const original = await photo(60, 80);
  expect(Buffer.from(original).includes(LOCATION)).toBe(true);
  const { status, body } = await upload(server.as(bob), [original, 'image/jpeg', 'p.jpg']);
  expect(status).toBe(201);
  expect(body).toMatchObject([{ type: 'image/jpeg', width: 60, height: 80 }]);
  const shown = await fetch(server.url + body[0]!.url, { headers: cookiesOf(server.as(bob)) });
  const bytes = await shown.bytes();
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 80 });
  expect(Buffer.from(bytes).includes(LOCATION)).toBe(false);
});

test('uploads become part of the message that names them, in its order, and of no other', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  const { body: files } = await upload(
    client,
    [png(10, 20), 'image/png', 'one.png'],
    [new TextEncoder().encode('BEGIN:VCARD'), 'text/x-vcard', 'Cho.vcf'],
  );
  const mediaIds = files.map(({ id }) => id).reverse();
  const { status, body } = await client.post<Message>('/api/messages', { content: 'Two #files', mediaIds });
  expect(status).toBe(201);
  expect(body.media.map(({ id, type, width }) => [id, type, width])).toEqual([
    [files[1]!.id, 'text/x-vcard', null],
    [files[0]!.id, 'image/png', 10],
  ]);
  expect(body).toMatchObject({ mediaUrl: files[1]!.url, mediaType: 'text/x-vcard' });
  // used up, somebody else's, and one that never was: nothing is stored
  const { body: hers } = await upload(server.as(ann), [png(1, 1), 'image/png', 'hers.png']);
  for (const ids of [mediaIds, [hers[0]!.id], [9999]])
    expect((await client.post('/api/messages', { content: 'No', mediaIds: ids })).status).toBe(400);
  expect((await client.get<Message[]>('/api/messages')).body).toHaveLength(1);
  // photos alone are a message
  const { body: third } = await upload(client, [png(3, 3), 'image/png', 'x.png']);
  expect((await client.post('/api/messages', { mediaIds: [third[0]!.id] })).status).toBe(201);
});

test('a file is read by those who see its message; to all others it does not exist', async () => {
  await using server = await testServer();
  const { body } = await upload(server.as(bob), [png(4, 4), 'image/png', 'x.png']);
  const { url, id } = body[0]!;
  const missing = await server.as(eve).get('/api/media/99999');
  const asEve = async () => {
    const { status, text } = await server.as(eve).get(url);
    return { status, text };
  };
  expect(missing.status).toBe(404);
  expect(await asEve()).toEqual({ status: 404, text: missing.text });
  expect((await server.as(bob).get(url)).status).toBe(200); // waiting for its message
  await server.as(bob).post('/api/messages', { content: 'Look #house', mediaIds: [id] });
  expect((await server.as(bob).get(url)).status).toBe(200);
  expect(await asEve()).toEqual({ status: 404, text: missing.text });
  expect((await server.stranger().get(url)).status).toBe(401);
  for (const odd of ['x', '0', '-1', '1.5', '%00', '9'.repeat(30)])
    expect((await server.as(bob).get(`/api/media/${odd}`)).text).toBe(missing.text);
});

test('what is no image is only ever downloaded, whatever it calls itself', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  const script = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const { body } = await upload(
    client,
    [script, 'text/html', "it's ünï.html"],
    [script, 'IMAGE', 'b'],
    [new TextEncoder().encode('%PDF-1.7'), 'application/pdf', 'plan.pdf'],
  );
  expect(body.map(({ type }) => type)).toEqual(['text/html', 'application/octet-stream', 'application/pdf']);
  for (const { url } of body) {
    const { headers } = await client.get(url);
    expect(headers.get('content-disposition')).toStartWith("attachment; filename*=UTF-8''");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  }
  const { headers } = await client.get(body[0]!.url);
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''it%27s%20%C3%BCn%C3%AF.html");
});

test('a part can be asked for, and what is known is not sent again', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  const { body } = await upload(client, [new TextEncoder().encode('0123456789'), 'audio/amr', 'v.amr']);
  const url = body[0]!.url;
  const part = await client.get(url, { range: 'bytes=2-5' });
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '2345', 'bytes 2-5/10']);
  expect(part.headers.get('content-type')).toBe('audio/amr');
  const whole = await client.get(url);
  expect([whole.status, whole.text]).toEqual([200, '0123456789']);
  expect(whole.headers.get('cache-control')).toBe('private, max-age=3600');
  const again = await client.get(url, { 'if-none-match': whole.headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('ten files of 16 MB and no more', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  const small = new Uint8Array(1);
  const eleven = Array.from(
    { length: 11 },
    () => [small, 'text/plain', 'x'] as [typeof small, string, string],
  );
  expect((await upload(client, ...eleven)).status).toBe(400);
  expect((await upload(client, ...eleven.slice(1))).body).toHaveLength(10);
  const sixteen = new Uint8Array(16 * 1024 * 1024);
  expect((await upload(client, [sixteen, 'video/mp4', 'fits.mp4'])).status).toBe(201);
  const over = new Uint8Array(16 * 1024 * 1024 + 1);
  expect((await upload(client, [over, 'video/mp4', 'over.mp4'])).status).toBe(413);
  expect((await upload(client)).status).toBe(400);
  expect((await client.send('/api/media', { method: 'POST', body: 'x' })).status).toBe(415);
  expect((await upload(server.stranger(), [small, 'text/plain', 'x'])).status).toBe(401);
  const foreign = { method: 'POST', body: new FormData(), headers: { origin: 'https://evil.example' } };
  expect((await client.send('/api/media', foreign)).status).toBe(403);
  // every other door keeps its own limit
  const large = await client.post('/api/messages', { content: 'x'.repeat(2 * 1024 * 1024) });
  expect(large.status).toBe(413);
});

test('who sends over a slow line keeps nobody else waiting', async () => {
  await using server = await testServer();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const form = new FormData();
  form.append('file', new Blob([png(2, 2)], { type: 'image/png' }), 'slow.png');
  const whole = new Response(form);
  const type = whole.headers.get('content-type')!;
  const bytes = await whole.bytes();
  let begun = 0;
  const slowly = () =>
    server.as(ann).send('/api/media', {
      method: 'POST',
      headers: { 'content-type': type },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, 40));
          begun++;
          await held;
          controller.enqueue(bytes.subarray(40));
          controller.close();
        },
      }),
    });
  await server.introduce(ann);
  const slow = [slowly(), slowly(), slowly()];
  await until(() => begun === slow.length);
  expect((await upload(server.as(bob), [png(1, 1), 'image/png', 'x.png'])).status).toBe(201);
  letGo();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([201, 201, 201]);
});

test("a text's photos are fetched from Twilio after the text, with the password on its own host alone", async () => {
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

test('a photo that Twilio does not give yet comes later; an address that is not our account is never asked', async () => {
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
  expect(rows()).toMatchObject([{ file: null, attempts: 1, nextAt: expect.any(Number) }]); // the other is given up
  const asked = twilio.calls.length;
  app.clock.advance(10_000);
  await downloadQueued(app);
  expect(rows()[0]).toMatchObject({ width: 5, height: 5, nextAt: null, origin: null });
  expect(twilio.calls.slice(asked).filter(({ path }) => path.includes('AC0000'))).toEqual([]);
});

test('a photo that ends the process is tried ten times, and not for ever', async () => {
  await using app = testApp();
  const file = { url: 'simulator:1/0', type: 'image/jpeg' };
  receiveText(app, { sid: 'SIM1', from: bob.phone, body: 'Look #trip', media: [file] });
  let fetched = 0;
  app.sms.fetchMedia = () => {
    fetched++;
    return new Promise(() => {}); // as if nothing came after it
  };
  for (let start = 0; start < 20; start++) {
    void downloadQueued(app);
    await new Promise(setImmediate);
    app.clock.advance(DAY);
  }
  expect(fetched).toBe(10);
  expect(app.db.select().from(messages).get()?.content).toContain('could not be fetched');
});

test('files leave the disk with their message, and uploads that nobody used after a day', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  const { body } = await upload(client, [png(4, 4), 'image/png', 'x.png'], [png(5, 5), 'image/png', 'y.png']);
  const message = await client.post<Message>('/api/messages', {
    content: 'Gone soon',
    mediaIds: [body[0]!.id],
  });
  expect(filesOf(server)).toHaveLength(2);
  remove(server.app, [message.body.id]);
  deleteRemovedFiles(server.app);
  expect(filesOf(server)).toHaveLength(1);
  expect((await client.get(body[0]!.url)).status).toBe(404);
  deleteUnusedUploads(server.app);
  deleteRemovedFiles(server.app);
  expect(filesOf(server)).toHaveLength(1); // still waits
  server.app.clock.advance(DAY + 1);
  deleteUnusedUploads(server.app);
  deleteRemovedFiles(server.app);
  expect(filesOf(server)).toEqual([]);
});

test('photos come through the simulator as through Twilio', async () => {
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
  const [file] = filesOf(server);
  expect(readFileSync(join(server.app.config.dataDir, 'media', file!)).includes(LOCATION)).toBe(false);
});

const cookiesOf = (client: Client) => ({
  cookie: [...client.cookies].map((cookie) => cookie.join('=')).join('; '),
});

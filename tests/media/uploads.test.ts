import { expect } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { messages } from '../../db/schema';
import { INCOMING } from '../../src/app/data-folder/data-folder';
import { chargeRateLimits } from '../../src/app/rate-limits';
import { createTurns } from '../../src/app/turns';
import type { Message } from '../../src/contract/messages';
import { incomingChunks } from '../../src/http/incoming';
import { downloadQueued } from '../../src/media/downloads';
import { deleteRemovedFiles } from '../../src/media/files';
import { deleteUnusedUploads, replaceFiles, storeUpload } from '../../src/media/media';
import { deleteWithUndo } from '../../src/messages/deleted-messages';
import { findMessage } from '../../src/messages/find';
import { create, remove } from '../../src/messages/messages';
import { receiveText } from '../../src/texting/inbound';
import { test } from '../support/app-test';
import { ann, bob, eve } from '../support/cast';
import type { Client } from '../support/client';
import { DAY } from '../support/clock';
import { png } from '../support/pictures';
import { testServer, until } from '../support/server';
import { storedFiles, testUploads, upload } from './upload';

testUploads(
  'an edit takes files off, adds and orders them, and can be undone',
  async ({ client, server }) => {
    const words = (text: string) => new TextEncoder().encode(text);
    const { body: files } = await upload(
      client,
      [words('a'), 'application/pdf', 'school-letter.pdf'],
      [words('b'), 'text/plain', 'notes.txt'],
      [words('c'), 'text/plain', 'more.txt'],
    );
    const [letter = 0, notes = 0, more = 0] = files.map(({ id }) => id);
    const { id } = (await client.post<Message>('/api/messages', { content: '#x', mediaIds: [letter, notes] }))
      .body;
    const edit = (body: object) => client.patch<Message>(`/api/messages/${id}`, body);
    const namesAfter = async (mediaIds: number[]) =>
      (await edit({ mediaIds })).body.media.map(({ name }) => name);
    expect(await namesAfter([more, notes])).toEqual(['more.txt', 'notes.txt']);
    const read = async (as = client) => (await as.get(`/api/media/${letter}`)).status;
    expect([await read(), await read(server.as(ann))]).toEqual([200, 404]);
    expect(await namesAfter([letter, notes])).toEqual(['school-letter.pdf', 'notes.txt']); // as before the edit
    const { body: hers } = await upload(server.as(ann), [words('d'), 'text/plain', 'hers.txt']);
    expect((await edit({ mediaIds: [hers[0]!.id] })).status).toBe(400);
    expect((await edit({ content: '', mediaIds: [] })).body).toMatchObject({
      message: 'Message content cannot be empty.',
    });
    expect((await edit({ content: 'Words' })).body.media).toHaveLength(2);
    await namesAfter([notes]);
    const { app } = server;
    app.clock.advance(DAY + 1);
    deleteUnusedUploads(app);
    expect((await edit({ mediaIds: [letter] })).status).toBe(400);
    expect(storedFiles(server)).not.toHaveLength(0);
  },
);

test('an edit attaches at most ten files, and none for a token of some boards', async ({ app, user }) => {
  const message = create(app, user, { content: 'Files', source: 'ui' });
  const file = () =>
    storeUpload(app, user, { bytes: new TextEncoder().encode('x'), type: 'text/plain', name: 'x.txt' });
  const ids = await Promise.all(Array.from({ length: 11 }, file)).then((files) => files.map(({ id }) => id));
  const attach = (count: number, as = user) => replaceFiles(app, as, message, ids.slice(0, count));
  expect(() => transaction(app.db, () => attach(11))).toThrow('at most 10 files');
  expect(() => attach(1, { ...user, byToken: 1 })).toThrow('cannot attach files');
  expect(attach(10)).toBe(true);
});

test('a photo that is still to be downloaded outlives an edit of the files, and comes last', async ({
  app,
  user,
}) => {
  app.sms.fetchMedia = async () => ({ bytes: png(5, 5), type: 'image/png' });
  const photo = { url: 'simulator:1/0', type: 'image/png' };
  receiveText(app, { sid: 'SIM1', from: user.phone, body: 'Look', media: [photo] });
  const { id: message } = app.db.select().from(messages).get()!;
  const other = create(app, user, { content: 'Other', source: 'ui' });
  const store = (name: string) =>
    storeUpload(app, user, { bytes: new TextEncoder().encode(name), type: 'text/plain', name });
  const [list, menu, others] = [await store('list'), await store('menu'), await store('others')];
  replaceFiles(app, user, other, [others.id]);
  expect(() => replaceFiles(app, user, message, [others.id])).toThrow('not there to attach');
  replaceFiles(app, user, message, [menu.id, list.id]);
  expect(replaceFiles(app, user, message, [list.id])).toBe(true);
  expect(replaceFiles(app, user, message, [list.id])).toBe(false);
  await downloadQueued(app);
  const files = () => findMessage(app, user, message)?.media.map(({ name }) => name);
  expect(files()).toEqual(['list', null]);
  replaceFiles(app, user, message, [menu.id, list.id]);
  expect(files()).toEqual(['menu', 'list']);
  deleteWithUndo(app, [other]);
  expect(() => replaceFiles(app, user, message, [others.id])).toThrow('not there to attach');
});

testUploads('uploads become part of one message, in the order that it names them', async (world) => {
  const { server, client } = world;
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
  // no message is stored, because the files are attached already, belong to somebody else, or are unknown
  const { body: hers } = await upload(server.as(ann), [png(1, 1), 'image/png', 'hers.png']);
  for (const ids of [mediaIds, [hers[0]!.id], [9999]])
    expect((await client.post('/api/messages', { content: 'No', mediaIds: ids })).status).toBe(400);
  expect((await client.get<Message[]>('/api/messages')).body).toHaveLength(1);
  const { body: third } = await upload(client, [png(3, 3), 'image/png', 'x.png']);
  expect((await client.post('/api/messages', { mediaIds: [third[0]!.id] })).status).toBe(201);
});

test('only those who see a message can read its file; others get a 404', async () => {
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
  // if a file belongs to no message yet, only its uploader can read it
  expect((await server.as(bob).get(url)).status).toBe(200);
  await server.as(bob).post('/api/messages', { content: 'Look #house', mediaIds: [id] });
  expect((await server.as(bob).get(url)).status).toBe(200);
  expect(await asEve()).toEqual({ status: 404, text: missing.text });
  expect((await server.stranger().get(url)).status).toBe(401);
  for (const odd of ['x', '0', '-1', '1.5', '%00', '9'.repeat(30)])
    expect((await server.as(bob).get(`/api/media/${odd}`)).text).toBe(missing.text);
  rmSync(join(server.app.config.dataDir, 'media'), { recursive: true }); // as after a restore without files
  expect((await server.as(bob).get(url)).text).toBe(missing.text);
});

testUploads('a file that is no image is a download, whatever its name and type say', async ({ client }) => {
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

testUploads('a file is served by ranges, and a known one with a 304', async ({ client }) => {
  const { body } = await upload(client, [new TextEncoder().encode('0123456789'), 'audio/amr', 'v.amr']);
  const url = body[0]!.url;
  const part = await client.get(url, { range: 'bytes=2-5' });
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '2345', 'bytes 2-5/10']);
  expect(part.headers.get('content-type')).toBe('audio/amr');
  const whole = await client.get(url);
  expect([whole.status, whole.text]).toEqual([200, '0123456789']);
  const etag = whole.headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await client.get(url, { 'if-none-match': known });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  expect((await client.get(url, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a browser asks before each use of a file, and a former member gets a 404', async () => {
  await using server = await testServer();
  const [owner, member] = await Promise.all([server.introduce(ann), server.introduce(bob)]);
  const { body: board } = await owner.post<{ id: number }>('/api/shared-boards', { name: 'house' });
  await owner.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  const { body } = await upload(owner, [png(4, 4), 'image/png', 'x.png']);
  const { url, id } = body[0]!;
  await owner.post('/api/messages', { content: 'Look #house', mediaIds: [id] });
  const { status, headers } = await member.get(url);
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await member.get(url, known)).status).toBe(304);
  const { id: userId } = (await member.get<{ id: number }>('/api/profile')).body;
  await member.delete(`/api/shared-boards/${board.id}/members/${userId}`);
  expect((await member.get(url, known)).status).toBe(404);
});

testUploads('an upload has at most ten files of 16 MB', async ({ server, client }) => {
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
  // other routes accept at most 1 MB
  const large = await client.post('/api/messages', { content: 'x'.repeat(2 * 1024 * 1024) });
  expect(large.status).toBe(413);
});

test('a person uploads at most 500 files a day', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  const { id } = (await client.get<{ id: number }>('/api/profile')).body;
  transaction(server.app.db, () => {
    for (let n = 1; n < 500; n++) chargeRateLimits(server.app, { 'file from a person a day': id });
  });
  const send = () => upload(client, [new Uint8Array(1), 'text/plain', 'x']);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(429);
});

test('slow uploads of two people keep nobody else waiting', async () => {
  await using server = await testServer();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const form = new FormData();
  form.append('file', new Blob([png(2, 2)], { type: 'image/png' }), 'slow.png');
  const whole = new Response(form);
  const type = whole.headers.get('content-type')!;
  const bytes = await whole.bytes();
  let started = 0;
  const uploadSlowly = (client: Client) =>
    client.send('/api/media', {
      method: 'POST',
      headers: { 'content-type': type },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, 40));
          started++;
          await held;
          controller.enqueue(bytes.subarray(40));
          controller.close();
        },
      }),
    });
  const people = await Promise.all([server.introduce(ann), server.introduce(eve)]);
  const slow = [...people, ...people].map(uploadSlowly);
  await until(() => started === slow.length);
  expect((await upload(server.as(bob), [png(1, 1), 'image/png', 'x.png'])).status).toBe(201);
  release();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(readdirSync(join(server.app.config.dataDir, INCOMING))).toEqual([]);
});

test('a person with many pictures does not keep others waiting', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const store = (userId: number, name: string) =>
    inTurn(userId, async () => {
      order.push(name);
      await Bun.sleep(1);
    });
  const people = [1, 1, 1, 2, 3, 2];
  await Promise.all(people.map((person, at) => store(person, `${person}-${at}`)));
  expect(order).toEqual(['1-0', '2-3', '3-4', '1-1', '2-5', '1-2']);
  await store(1, 'later');
  expect(order.at(-1)).toBe('later');
});

testUploads('files are deleted with their message, unused uploads after a day', async (world) => {
  const { server, client } = world;
  const { body } = await upload(client, [png(4, 4), 'image/png', 'x.png'], [png(5, 5), 'image/png', 'y.png']);
  const message = await client.post<Message>('/api/messages', {
    content: 'Gone soon',
    mediaIds: [body[0]!.id],
  });
  expect(storedFiles(server)).toHaveLength(2);
  remove(server.app, [message.body.id]);
  await deleteRemovedFiles(server.app);
  expect(storedFiles(server)).toHaveLength(1);
  expect((await client.get(body[0]!.url)).status).toBe(404);
  deleteUnusedUploads(server.app);
  await deleteRemovedFiles(server.app);
  expect(storedFiles(server)).toHaveLength(1); // the other upload belongs to no message yet
  server.app.clock.advance(DAY + 1);
  deleteUnusedUploads(server.app);
  await deleteRemovedFiles(server.app);
  expect(storedFiles(server)).toEqual([]);
});

function slowUpload(pauseAt = Infinity, resumed = Promise.resolve()) {
  const sent = { chunks: 0 };
  const body = new ReadableStream({
    async pull(controller) {
      if (sent.chunks === pauseAt) await resumed;
      if (sent.chunks === 12) return controller.close();
      sent.chunks += 1;
      controller.enqueue(new Uint8Array(10));
    },
  });
  return { sent, request: new Request('http://localhost', { method: 'POST', body }) };
}

test('an upload without a length is cut off as soon as it is too large', async ({ app }) => {
  const { sent, request } = slowUpload();
  const limits = { max: 45, tooLarge: () => new Error('too large') };
  await expect(Array.fromAsync(incomingChunks(app, 1, request, limits))).rejects.toThrow('too large');
  expect(sent.chunks).toBeLessThan(8);
});

test('parallel uploads of a person wait for the oldest if too large together', async ({ app }) => {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const write = (user: number, { request }: { request: Request }) =>
    Array.fromAsync(incomingChunks(app, user, request, { max: 120, tooLarge: () => new Error('too large') }));
  const [first, second] = [slowUpload(8, resumed), slowUpload()];
  const writing = [write(1, first)];
  await until(() => first.sent.chunks === 8);
  writing.push(write(1, second));
  expect(await write(2, slowUpload())).toHaveLength(12); // uploads of another person do not wait
  expect(second.sent.chunks).toBeLessThan(8);
  resume();
  expect((await Promise.all(writing)).map(({ length }) => length)).toEqual([12, 12]);
});

test('a photo waits for one picture of somebody else, not for all of them', async () => {
  await using server = await testServer();
  const [many, one] = [await server.introduce(ann), await server.introduce(bob)];
  const large = png(3_000, 3_000);
  const stored = () => storedFiles(server).length;
  await upload(one, [png(1, 1), 'image/png', 'warm.png']);
  const file: Parameters<typeof upload>[1] = [large, 'image/png', 'x.png'];
  const five = upload(many, file, file, file, file, file);
  await until(() => stored() === 2);
  expect((await upload(one, [png(1, 1), 'image/png', 'x.png'])).status).toBe(201);
  expect(stored()).toBeLessThan(1 + 1 + 5);
  expect((await five).status).toBe(201);
});

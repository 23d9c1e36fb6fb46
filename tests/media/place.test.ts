import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app';
import type { Message } from '../../src/contract/messages';
import { bob } from '../support/cast';
import { PLACE, photo, placedPictures, unreadablePictures } from '../support/pictures';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

const place = Buffer.from(PLACE);

/** Whether any file of ours, the database and its log among them, has the place in it. */
function knowsPlace({ config }: App): boolean {
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true });
  return files.some(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(place),
  );
}

function formOf(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), 'picture');
  return { method: 'POST', body: form };
}

test('no kind of picture brings along where it was taken, whatever it is called', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  for (const [kind, bytes] of Object.entries(await placedPictures()))
    for (const type of [kind, 'application/octet-stream', 'video/mp4']) {
      expect([kind, Buffer.from(bytes).includes(place)]).toEqual([kind, true]);
      const { status, body } = await client.send<Message['media']>('/api/media', formOf(bytes, type));
      expect([kind, status, body[0]?.type]).toEqual([
        kind,
        201,
        expect.stringMatching(/^image\/(jpeg|png|webp)$/),
      ]);
    }
  expect(knowsPlace(server.app)).toBe(false);
});

test("an iPhone's photo is a picture like any other", async () => {
  await using server = await testServer();
  const { 'image/heic': bytes } = await placedPictures();
  const { body } = await server.as(bob).send<Message['media']>('/api/media', formOf(bytes!, 'image/heic'));
  expect(body).toMatchObject([{ type: 'image/jpeg', width: 64, height: 48 }]);
});

test('a picture that cannot be drawn anew is refused in plain words, and nothing of it stays', async () => {
  await using server = await testServer();
  const client = server.as(bob);
  for (const [kind, bytes] of Object.entries(await unreadablePictures()))
    for (const type of [kind, 'application/octet-stream']) {
      const { status, body } = await client.send<{ message: string }>('/api/media', formOf(bytes, type));
      expect([kind, status, body.message]).toEqual([
        kind,
        415,
        'This picture cannot be read here. Send it as JPEG, PNG, WebP, GIF or HEIC, with at most 65 megapixels.',
      ]);
    }
  expect(existsSync(join(server.app.config.dataDir, 'media'))).toBe(false);
  expect(knowsPlace(server.app)).toBe(false);
});

test('a text outlives its pictures: what cannot be read or fetched leaves a line', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const { 'image/tiff': tiff, 'image/jpeg': large } = await unreadablePictures();
  await twilio.text(server, bob.phone, 'Our tent #trip', [
    { type: 'image/tiff', bytes: tiff! },
    { type: 'image/jpeg', bytes: await photo(3, 4) },
    { type: 'image/png', bytes: new TextEncoder().encode(`<html>${PLACE}`) },
    { type: 'video/mp4', bytes: new Uint8Array(16 * 1024 * 1024 + 1) },
  ]);
  await twilio.text(server, bob.phone, 'Next');
  await twilio.text(server, bob.phone, '', [{ type: 'image/jpeg', bytes: large! }]);
  const unread = '(A picture came with this that cannot be read here.)';
  const [third, , first] = await until(async () => {
    const { body } = await server.as(bob).get<Message[]>('/api/messages');
    return body[0]?.content && body[2]?.content.split('\n').length === 4 ? body : null;
  });
  expect(first!.content.split('\n').sort()).toEqual(
    ['Our tent #trip', unread, unread, '(A file came with this that could not be fetched.)'].sort(),
  );
  expect(first!.media).toMatchObject([{ type: 'image/jpeg', width: 3 }]);
  expect(third).toMatchObject({ content: unread, media: [] });
  expect(knowsPlace(server.app)).toBe(false);
});

test('a photo from the simulator leaves its place nowhere, nor does one that is refused', async () => {
  await using server = await testServer();
  const text = (bytes: Uint8Array, type: string) =>
    server.stranger().post<{ message: string }>('/api/simulator/texts', {
      from: bob.phone,
      body: 'Look #trip',
      media: [`data:${type};base64,${bytes.toBase64()}`],
    });
  expect((await text(await photo(8, 9), 'image/jpeg')).status).toBe(201);
  await until(async () => (await server.as(bob).get<Message[]>('/api/messages')).body[0]?.media[0]);
  expect((await text((await unreadablePictures())['image/tiff']!, 'image/tiff')).status).toBe(415);
  expect(knowsPlace(server.app)).toBe(false);
});

import { expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app/app';
import type { Message } from '../../src/contract/messages';
import { filePath } from '../../src/media/files';
import { blankVideoMetadata } from '../../src/media/videos';
import { bob } from '../support/cast';
import {
  GIF_FRAME,
  gif,
  LOCATION,
  photo,
  picturesWithLocation,
  unreadablePictures,
  videoWithLocation,
} from '../support/pictures';
import { type TestServer, until } from '../support/server';
import { test } from '../support/server-test';
import { testTwilio } from '../support/twilio-server';
import { storedFiles, upload } from './upload';

const place = Buffer.from(LOCATION);

const storedHex = (server: TestServer) =>
  storedFiles(server).map((file) => readFileSync(filePath(server.app, file)).toHex());

function hasPlace({ config }: App): boolean {
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true });
  return files.some(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(place),
  );
}

test('no picture keeps its location, whatever type it is declared to have', async ({ server }) => {
  for (const [kind, bytes] of Object.entries(await picturesWithLocation()))
    for (const type of [kind, 'application/octet-stream', 'video/mp4']) {
      expect([kind, Buffer.from(bytes).includes(place)]).toEqual([kind, true]);
      const { status, body } = await upload(server.as(bob), [bytes, type, 'picture']);
      expect([kind, status, body[0]?.type]).toEqual([
        kind,
        201,
        kind === 'image/heic' ? 'image/jpeg' : expect.stringMatching(/^image\/(jpeg|png|webp)$/),
      ]);
    }
  expect(hasPlace(server.app)).toBe(false);
});

test('an animated GIF keeps its frames and loses its metadata', async ({ server }) => {
  const { body } = await upload(server.as(bob), [gif(3), 'image/gif', 'picture']);
  expect(body).toMatchObject([{ type: 'image/gif', width: 1, height: 1 }]);
  const [stored = ''] = storedHex(server);
  expect(stored.split(GIF_FRAME.toHex())).toHaveLength(4);
  expect(stored).toContain(Buffer.from('NETSCAPE2.0').toString('hex'));
  expect(hasPlace(server.app)).toBe(false);
});

test('an animated GIF with a huge canvas or a lost end becomes a still picture', async ({ server }) => {
  const hugeScreen = gif(2);
  hugeScreen.fill(255, 6, 10);
  const hugeFrame = gif(2);
  const frame = Buffer.from(hugeFrame).lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0]));
  hugeFrame.fill(255, frame + 5, frame + 9);
  const cutOff = gif(2).slice(0, Buffer.from(gif(2)).lastIndexOf(GIF_FRAME) + GIF_FRAME.length - 2);
  for (const bytes of [hugeScreen, hugeFrame, cutOff]) {
    const { status, body } = await upload(server.as(bob), [bytes, 'image/gif', 'picture']);
    if (status === 201) expect(body).toMatchObject([{ type: 'image/png' }]);
    else expect(status).toBe(415);
  }
});

test('a video loses its location, and its frames stay at their offsets', async ({ server }) => {
  for (const type of ['video/mp4', 'application/octet-stream'])
    expect((await upload(server.as(bob), [videoWithLocation(), type, 'video'])).status).toBe(201);
  const sent = videoWithLocation().toHex();
  for (const stored of storedHex(server)) {
    expect(stored.length).toBe(sent.length);
    for (const contents of ['pictures and sound', 'a table of them'].map((words) =>
      Buffer.from(words).toString('hex'),
    ))
      expect([stored.indexOf(contents), stored.includes(contents)]).toEqual([sent.indexOf(contents), true]);
  }
  expect(hasPlace(server.app)).toBe(false);
});

test('deeply nested boxes of a video are read without a stack overflow', () => {
  const nested = new Uint8Array(1024 * 1024);
  const view = new DataView(nested.buffer);
  for (let at = 0; at < nested.length; at += 8) {
    view.setUint32(at, nested.length - at);
    nested.set(Buffer.from('moov'), at + 4);
  }
  nested.set(place, nested.length - place.length);
  blankVideoMetadata(nested);
  expect(Buffer.from(nested).includes(place)).toBe(false);
});

test('a picture that cannot be re-encoded is refused and not stored', async ({ server }) => {
  for (const [kind, bytes] of Object.entries(await unreadablePictures()))
    for (const type of [kind, 'application/octet-stream']) {
      const { status, text } = await upload(server.as(bob), [bytes, type, 'picture']);
      expect([kind, status, JSON.parse(text).message]).toEqual([
        kind,
        415,
        'This picture cannot be read here. Send it as JPEG, PNG, WebP, GIF or HEIC, with at most 65 megapixels.',
      ]);
    }
  expect(storedFiles(server)).toEqual([]);
  expect(hasPlace(server.app)).toBe(false);
});

testTwilio('a text gets a line for each picture that cannot be had', async ({ twilio, server }) => {
  const { 'image/tiff': tiff, 'image/jpeg': large } = await unreadablePictures();
  await twilio.text(server, bob.phone, 'Our tent #trip', [
    { type: 'image/tiff', bytes: tiff! },
    { type: 'image/jpeg', bytes: await photo(3, 4) },
    { type: 'image/png', bytes: new TextEncoder().encode(`<html>${LOCATION}`) },
    { type: 'video/mp4', bytes: new Uint8Array(16 * 1024 * 1024 + 1) },
  ]);
  await twilio.text(server, bob.phone, 'Next');
  await twilio.text(server, bob.phone, '', [{ type: 'image/jpeg', bytes: large! }]);
  const unreadable = '(A picture came with this that cannot be read here.)';
  const [third, , first] = await until(async () => {
    const { body } = await server.as(bob).get<Message[]>('/api/messages');
    return body[0]?.content && body[2]?.content.split('\n').length === 4 ? body : null;
  });
  expect(first!.content.split('\n').sort()).toEqual(
    ['Our tent #trip', unreadable, unreadable, '(A file came with this that could not be fetched.)'].sort(),
  );
  expect(first!.media).toMatchObject([{ type: 'image/jpeg', width: 3 }]);
  expect(third).toMatchObject({ content: unreadable, media: [] });
  expect(hasPlace(server.app)).toBe(false);
});

test('the simulator stores no location of a photo, even of a refused one', async ({ server }) => {
  const text = (bytes: Uint8Array, type: string) =>
    server.simulator().post<{ message: string }>('/api/simulator/texts', {
      from: bob.phone,
      body: 'Look #trip',
      media: [`data:${type};base64,${bytes.toBase64()}`],
    });
  expect((await text(await photo(8, 9), 'image/jpeg')).status).toBe(201);
  await until(async () => (await server.as(bob).get<Message[]>('/api/messages')).body[0]?.media[0]);
  expect((await text((await unreadablePictures())['image/tiff']!, 'image/tiff')).status).toBe(415);
  expect(hasPlace(server.app)).toBe(false);
});

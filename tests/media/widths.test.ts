import { expect } from 'bun:test';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { media } from '../../db/schema';
import { MEDIA_WIDTHS } from '../../src/app/data-folder/data-folder';
import type { Media } from '../../src/contract/media';
import type { Message } from '../../src/contract/messages';
import { deleteOrphanWidths, deleteRemovedFiles } from '../../src/media/files';
import { remove } from '../../src/messages/messages';
import { ann, bob } from '../support/cast';
import type { Client } from '../support/client';
import { colorPng, gif, photo, png } from '../support/pictures';
import { type TestServer, until } from '../support/server';
import { test } from '../support/server-test';
import { storedFiles, testUploads, upload } from './upload';

const ACCEPT = { accept: 'image/avif,image/webp,*/*' };

async function add(client: Client, bytes: Uint8Array<ArrayBuffer>, type = 'image/png'): Promise<Media> {
  return (await upload(client, [bytes, type, 'p'])).body[0] as Media;
}

const at = ({ resized }: Media, width: number) => resized!.replace('{width}', String(width));

async function look({ url }: TestServer, client: Client, path: string, headers: Record<string, string>) {
  const cookie = [...client.cookies].map((cookie) => cookie.join('=')).join('; ');
  const response = await fetch(url + path, { headers: { cookie, ...headers } });
  const bytes = await response.bytes();
  const { width, height, format } = await new Bun.Image(bytes).metadata();
  return { shown: [width, height, format], headers: response.headers };
}

const widthFiles = ({ app }: TestServer): string[] => {
  const folder = join(app.config.dataDir, MEDIA_WIDTHS);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

testUploads('a photo is served in three widths, never wider than it is', async ({ server, client }) => {
  const large = await add(client, await photo(1500, 2000), 'image/jpeg');
  const shown = async (file: Media, width: number, headers = ACCEPT) =>
    (await look(server, client, at(file, width), headers)).shown;
  expect(await shown(large, 320)).toEqual([320, 427, 'webp']);
  expect(await shown(large, 640)).toEqual([640, 853, 'webp']);
  expect(await shown(large, 1280)).toEqual([1280, 1707, 'webp']);
  expect(await shown(large, 320, { accept: 'image/png,*/*' })).toEqual([320, 427, 'jpeg']);
  const small = await add(client, png(40, 30));
  expect(await shown(small, 640)).toEqual([40, 30, 'webp']);
  expect(await shown(small, 320, { accept: '*/*' })).toEqual([40, 30, 'png']);
  const whole = await look(server, client, large.url, ACCEPT);
  expect(whole.shown).toEqual([1500, 2000, 'jpeg']);
});

testUploads('an animation stays whole, and its widths are its first frame', async ({ server, client }) => {
  const file = await add(client, gif(3), 'image/gif');
  expect(file.type).toBe('image/gif');
  expect((await look(server, client, file.url, ACCEPT)).shown).toEqual([1, 1, 'gif']);
  expect((await look(server, client, at(file, 320), ACCEPT)).shown).toEqual([1, 1, 'webp']);
});

testUploads('only pictures have widths, and only those that are offered', async ({ client }) => {
  const note = await add(client, new TextEncoder().encode('A note'), 'text/plain');
  expect(note).toMatchObject({ resized: null, placeholder: null });
  const picture = await add(client, png(4, 4));
  const { text: missing } = await client.get('/api/media/99999');
  for (const path of [
    `${note.url}/320`,
    ...['0', '321', '-1', '1e9', 'x'].map((odd) => `${picture.url}/${odd}`),
  ]) {
    const { status, text } = await client.get(path);
    expect([status, text]).toEqual([404, missing]);
  }
});

testUploads('a browser keeps a width for a year, but not for another file or person', async ({ client }) => {
  const file = await add(client, png(400, 300));
  const { status, headers } = await client.get(at(file, 320), ACCEPT);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(headers.get('vary')).toBe('accept, cookie, authorization');
  const etag = headers.get('etag')!;
  expect(etag).toStartWith('"');
  expect((await client.get(at(file, 320), { ...ACCEPT, 'if-none-match': etag })).status).toBe(304);
  expect((await client.get(at(file, 320), { 'if-none-match': etag })).status).toBe(200);
  // an address without the right version may later belong to another file, so browsers must ask again
  for (const path of [`${file.url}/320`, `${file.url}/320?v=0123abcd`])
    expect((await client.get(path, ACCEPT)).headers.get('cache-control')).toBe('private, no-cache');
});

testUploads('a width that was made is served again and goes with its message', async ({ server, client }) => {
  const file = await add(client, png(400, 300));
  const message = await client.post<Message>('/api/messages', { content: 'Look', mediaIds: [file.id] });
  expect(widthFiles(server)).toEqual([]);
  const together = await Promise.all([1, 2, 3].map(() => client.get(at(file, 320), ACCEPT)));
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [stored] = storedFiles(server);
  expect(widthFiles(server)).toContain(`${stored}-320.webp`);
  writeFileSync(join(server.app.config.dataDir, MEDIA_WIDTHS, `${stored}-320.webp`), png(7, 7));
  expect((await look(server, client, at(file, 320), ACCEPT)).shown).toEqual([7, 7, 'png']);
  remove(server.app, [message.body.id]);
  await deleteRemovedFiles(server.app);
  await until(() => widthFiles(server).length === 0); // one may still be made in the background
});

testUploads('a width that cannot be stored is answered with the whole photo', async ({ server, client }) => {
  const file = await add(client, colorPng(400, 300));
  writeFileSync(join(server.app.config.dataDir, MEDIA_WIDTHS), 'not a folder');
  const { shown, headers } = await look(server, client, at(file, 320), ACCEPT);
  expect(shown).toEqual([400, 300, 'png']);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  rmSync(join(server.app.config.dataDir, MEDIA_WIDTHS));
  expect((await look(server, client, at(file, 320), ACCEPT)).shown).toEqual([320, 240, 'webp']);
});

testUploads('widths without their photo are deleted', async ({ server, client }) => {
  const [gone, kept] = [await add(client, png(400, 300)), await add(client, png(500, 300))];
  for (const file of [gone, kept]) await client.get(at(file, 320), ACCEPT);
  // further widths are made in the background
  const pictures = () => [...new Set(widthFiles(server).map((file) => file.split('-')[0]!))];
  const [first, second] = pictures();
  const { dataDir } = server.app.config;
  renameSync(join(dataDir, 'media', first!), join(dataDir, 'moved'));
  deleteOrphanWidths(server.app);
  expect(pictures()).toEqual([second!]);
});

test('a new photo gets its widths in the background, smaller than itself', async ({ server }) => {
  await add(server.as(bob), png(700, 500));
  await add(server.as(bob), png(100, 50));
  const made = ['-1280.webp', '-320.webp', '-320.webp', '-640.webp'];
  await until(() => widthFiles(server).length === made.length);
  expect(
    widthFiles(server)
      .map((name) => name.slice(32))
      .sort(),
  ).toEqual(made);
});

testUploads('a photo has sixteen colours of its parts; a transparent one has none', async ({ client }) => {
  const { placeholder } = await add(client, colorPng(64, 48, [255, 136, 0]));
  expect(placeholder).toHaveLength(32);
  expect(Buffer.from(placeholder!, 'base64').toString('hex')).toBe('f80'.repeat(16));
  const clear = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  expect((await add(client, new Uint8Array(clear))).placeholder).toBeNull();
});

test('older photos without a placeholder get one in the background', async ({ server }) => {
  const client = await server.introduce(ann);
  const [old, broken] = [await add(client, colorPng(64, 48)), await add(client, colorPng(60, 48))];
  const { db, config } = server.app;
  const of = (id: number) => db.select().from(media).where(eq(media.id, id)).get()!;
  writeFileSync(join(config.dataDir, 'media', of(broken.id).file!), 'broken');
  db.update(media).set({ placeholder: null }).run();
  await until(() => [old, broken].every(({ id }) => of(id).placeholder !== null));
  expect([of(old.id).placeholder, of(broken.id).placeholder]).toEqual([old.placeholder, '']);
});

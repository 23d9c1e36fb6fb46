import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { avatars } from '../../db/schema';
import type { Profile } from '../../src/contract/users';
import { squarePicture } from '../../src/media/square';
import { bob } from '../support/cast';
import type { Client } from '../support/client';
import { ensureUser } from '../support/people';
import { LOCATION, photo, png } from '../support/pictures';
import { test } from '../support/server-test';

const PHOTO = '/api/profile/photo';

function send(client: Client, ...files: Uint8Array<ArrayBuffer>[]) {
  const form = new FormData();
  for (const bytes of files) form.append('photo', new Blob([bytes], { type: 'image/jpeg' }), 'me.jpg');
  return client.send<Profile>(PHOTO, { method: 'POST', body: form });
}

function threeFields(side: number): Uint8Array<ArrayBuffer> {
  const line = Math.ceil((side * 9) / 4) * 4;
  const bmp = Buffer.alloc(54 + line * side);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(side * 3, 18);
  bmp.writeInt32LE(side, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side * 3; x++) bmp[54 + y * line + x * 3 + 2 - Math.floor(x / side)] = 255;
  return new Uint8Array(bmp);
}

async function averageColor(bytes: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const pixel = Buffer.from(await new Bun.Image(bytes).resize(1, 1, { filter: 'box' }).png().bytes());
  const at = pixel.indexOf('IDAT');
  return [...inflateSync(pixel.subarray(at + 4, at + 4 + pixel.readUInt32BE(at - 4))).subarray(1, 4)];
}

test('the square in the middle of a photo is kept', async () => {
  const square = (await squarePicture(threeFields(200), 192))!;
  expect(square).toMatchObject({ type: 'image/webp', width: 192, height: 192 });
  const [red = 255, green = 0, blue = 255] = await averageColor(square.bytes);
  expect(green).toBeGreaterThan(225);
  expect(Math.max(red, blue)).toBeLessThan(40);
});

test('photos of any shape, size and format become a square', async () => {
  const heic = new Uint8Array(readFileSync(join(import.meta.dir, '../media/iphone.heic')));
  for (const input of [png(1, 1), png(20, 900), await photo(900, 40), png(3000, 2), heic]) {
    const square = (await squarePicture(input, 192))!;
    expect(await new Bun.Image(square.bytes).metadata()).toEqual({ format: 'webp', width: 192, height: 192 });
  }
  expect(await squarePicture(new Uint8Array([1, 2, 3]), 192)).toBeNull();
});

test('an uploaded photo is shown to members only, without its place', async ({ server, client }) => {
  const { status, body } = await send(client, await photo(600, 400));
  expect({ status, avatarUrl: body.avatarUrl }).toEqual({ status: 200, avatarUrl: null });
  const shown = await client.get(body.pictureUrl!);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.text).not.toContain(LOCATION);
  await server.introduce(bob);
  expect((await server.as(bob).get(body.pictureUrl!)).status).toBe(404);
  await client.post('/api/shared-boards', { name: 'House' });
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  expect((await server.as(bob).get(body.pictureUrl!)).status).toBe(200);
});

test('a photo stays when the profile is saved, and an address replaces it', async ({ server, client }) => {
  await send(server.as(bob), png(200, 200));
  const { body } = await send(client, png(300, 300));
  const names = { firstName: 'Ann', lastName: 'Lee' };
  for (const avatarUrl of [undefined, '', null])
    expect((await client.put<Profile>('/api/profile', { ...names, avatarUrl })).body.pictureUrl).toBe(
      body.pictureUrl,
    );
  const again = await send(client, png(300, 200));
  expect(again.body.pictureUrl).not.toBe(body.pictureUrl);
  const replaced = await client.put<Profile>('/api/profile', {
    ...names,
    avatarUrl: 'https://a.example/me.png',
  });
  expect(replaced.body.avatarUrl).toBe('https://a.example/me.png');
  const his = ensureUser(server.app, bob).id;
  expect(server.app.db.select({ id: avatars.userId }).from(avatars).all()).toEqual([{ id: his }]);
});

test('a removed photo is gone, and so is that of a deleted account', async ({ server, client }) => {
  const { body } = await send(client, png(300, 300));
  expect((await client.delete<Profile>(PHOTO)).body.pictureUrl).toBeNull();
  expect((await client.get(body.pictureUrl!)).status).toBe(404);
  expect((await client.delete(PHOTO)).status).toBe(200);
  await send(client, png(300, 300));
  expect(server.app.db.select().from(avatars).all()).toHaveLength(1);
  await client.delete('/api/auth/delete-account');
  expect(server.app.db.select().from(avatars).all()).toEqual([]);
});

test('anything but one readable picture is refused, and the old photo stays', async ({ server, client }) => {
  const { body } = await send(client, png(300, 300));
  expect((await send(client, new Uint8Array([1, 2, 3]))).status).toBe(415);
  expect((await send(client, png(9, 9), png(9, 9))).status).toBe(400);
  expect((await send(client)).status).toBe(400);
  expect((await send(server.stranger(), png(9, 9))).status).toBe(401);
  expect((await client.get<Profile>('/api/profile')).body.pictureUrl).toBe(body.pictureUrl);
});

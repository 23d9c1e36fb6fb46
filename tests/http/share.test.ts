import { expect } from 'bun:test';
import { textInFragment } from '../../src/contract/share';
import { UPLOAD_BYTES_MAX } from '../../src/http/uploads';
import { sendRaw } from '../support/raw';
import { test } from '../support/server-test';

async function share(url: string, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { status, headers } = await fetch(`${url}/share`, { method: 'POST', body: form, redirect: 'manual' });
  const to = new URL(headers.get('location') ?? '', url);
  return { status, path: to.pathname + to.search, text: textInFragment(to.hash) };
}

test('what is shared without a worker leads to the dialog with its text', async ({ server }) => {
  const text = 'Fish & chips + "tea" 100% #food\n٣ 👩‍👩‍👧 ‮x <b>';
  expect(await share(server.url, { title: 'Menu', text, url: 'https://chips.example/?a=1&b=2#c' })).toEqual({
    status: 303,
    path: '/add',
    text: `Menu\n${text}\nhttps://chips.example/?a=1&b=2#c`,
  });
  expect(await share(server.url, { title: '', text: '', url: '' })).toEqual({
    status: 303,
    path: '/add',
    text: '',
  });
});

test('an address that is shared twice is written once', async ({ server }) => {
  const url = 'https://chips.example/';
  expect((await share(server.url, { title: 'Chips', text: `Chips ${url}`, url })).text).toBe(`Chips ${url}`);
  expect((await share(server.url, { title: url, text: url, url })).text).toBe(url);
});

test('photos that are shared without a worker are named as missing, and not stored', async ({ server }) => {
  const photos = new File([new Uint8Array(100_000)], 'a.jpg', { type: 'image/jpeg' });
  expect(await share(server.url, { text: 'Look', photos })).toEqual({
    status: 303,
    path: '/add?photos=missing',
    text: 'Look',
  });
});

test('a share that is no form or is too large is refused', async ({ server }) => {
  const post = async (init: RequestInit) =>
    (await fetch(`${server.url}/share`, { method: 'POST', redirect: 'manual', ...init })).status;
  expect(await post({ body: 'text' })).toBe(400);
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post({ headers: type, body: '--x\r\nContent-Disp' })).toBe(400);
  const piece = new Uint8Array(1024 * 1024).fill(32);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += piece.length;
      controller.enqueue(piece); // without an end
    },
  });
  const endless = await post({ headers: type, body }).catch(() => 413); // the server may end the connection
  expect(endless).toBe(413);
  expect(sent).toBeLessThan(2 * UPLOAD_BYTES_MAX);
});

test('what says that it is too large is refused before it is sent', async ({ server, client }) => {
  await client.get('/api/profile'); // signs in
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const head = `host: localhost\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x`;
  for (const path of ['/share', '/api/media']) {
    const length = `content-length: ${UPLOAD_BYTES_MAX + 1}`;
    const answer = await sendRaw(server.url, `POST ${path} HTTP/1.1\r\n${head}\r\n${length}\r\n\r\n`);
    expect([path, answer]).toEqual([path, 'HTTP/1.1 413 Payload Too Large']);
  }
});

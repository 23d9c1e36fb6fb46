import { expect } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { acceptsCoding } from '../../src/http/compression';
import { ann } from '../support/cast';
import { cookieOf } from '../support/client';
import { test } from '../support/server-test';

const BROWSER = 'gzip, deflate, br, zstd';
const decode = {
  zstd: (body: Uint8Array) => Bun.zstdDecompressSync(body as Uint8Array<ArrayBuffer>),
  gzip: gunzipSync,
};

test('JSON and HTML over 1 kB are compressed as the caller accepts', async ({ server }) => {
  for (let n = 0; n < 12; n++) await server.text(ann, `Try the ramen place on 5th, go early ${n} #food`);
  const client = await server.introduce(ann);
  const cookie = cookieOf(client);
  const get = async (path: string, accepted: string, etag?: string) => {
    const headers = { cookie, 'accept-encoding': accepted, ...(etag && { 'if-none-match': etag }) };
    const response = await fetch(server.url + path, { headers, decompress: false } as RequestInit);
    return { response, body: await response.bytes(), coding: response.headers.get('content-encoding') };
  };

  for (const path of [
    '/api/messages',
    '/trpc/messages.list?input=%7B%7D',
    '/api/openapi.json',
    '/api/docs',
  ]) {
    const plain = await get(path, 'identity');
    expect({ path, coding: plain.coding }).toEqual({ path, coding: null });
    expect(plain.response.headers.get('vary')).toContain('accept-encoding');
    for (const [accepted, coding] of [
      [BROWSER, 'zstd'],
      ['gzip, deflate', 'gzip'],
      ['zstd;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const { response, body, ...answer } = await get(path, accepted);
      expect({ path, coding: answer.coding }).toEqual({ path, coding });
      expect(body.length).toBeLessThan(plain.body.length / 2);
      if (path === '/api/messages' || path.startsWith('/trpc'))
        expect(new TextDecoder().decode(decode[coding](body))).toBe(new TextDecoder().decode(plain.body));
      expect(response.headers.get('etag')).toBe(plain.response.headers.get('etag'));
    }
  }

  // an ETag is valid for every content coding, and a small answer is not compressed
  const etag = (await get('/api/messages', BROWSER)).response.headers.get('etag')!;
  expect(etag).toStartWith('W/');
  for (const accepted of [BROWSER, 'gzip', 'identity'])
    expect((await get('/api/messages', accepted, etag)).response.status).toBe(304);
  expect((await get('/api/tags', BROWSER)).coding).toBeNull();
  expect((await get('/api/no/such/page', BROWSER)).coding).toBeNull();
  const page = await get('/', BROWSER);
  expect(page.coding).toBe('zstd');
  expect(new TextDecoder().decode(decode.zstd(page.body))).toContain('<!doctype html>');
});

test('a coding is accepted unless its quality is 0', () => {
  expect(acceptsCoding('gzip, zstd', 'zstd')).toBe(true);
  expect(acceptsCoding('gzip;q=0.5', 'gzip')).toBe(true);
  expect(acceptsCoding('gzip;q=0, br', 'gzip')).toBe(false);
  expect(acceptsCoding('x-gzip', 'gzip')).toBe(false);
  for (const nothing of [null, '', ';;;q=', 'identity']) expect(acceptsCoding(nothing, 'gzip')).toBe(false);
});

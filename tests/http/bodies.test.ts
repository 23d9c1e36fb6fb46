import { expect } from 'bun:test';
import { BODY_MAX, readText } from '../../src/http/body';
import { ann } from '../support/cast';
import { cookieOf, sendBody } from '../support/client';
import { sendRaw } from '../support/raw';
import { test } from '../support/server-test';

type ErrorBody = { error: string; message: string };

test('a body that is no JSON object is refused with a sentence', async ({ server }) => {
  for (const body of ['{', 'null', '[]', '"x"', '1', '{"content":}', 'content=x', '\ufeff{', '{}{}']) {
    const { status, body: answer } = await sendBody<ErrorBody>(server.as(ann), '/api/messages', body);
    expect({ body, status }).toEqual({ body, status: 400 });
    expect(answer.error).toBe(answer.message);
    const isJson = ['null', '[]', '"x"', '1'].includes(body);
    expect(answer.error).toBe(isJson ? 'The body must be a JSON object.' : 'The body is not valid JSON.');
  }
  expect((await server.as(ann).get('/api/messages')).body).toEqual([]);
});

test('a body that is not UTF-8 is refused', async ({ server }) => {
  const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  expect((await sendBody(server.as(ann), '/api/messages', body)).status).toBe(400);
});

test('a body of another media type is refused', async ({ server }) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type };
    const { status, body } = await sendBody<ErrorBody>(server.as(ann), '/api/messages', '{"content":"x"}', {
      headers,
    });
    expect({ type, status }).toEqual({ type, status: 415 });
    expect(body.error).toBe(body.message);
  }
});

test('a body of more than 1 MB is refused, with or without a length', async ({ server }) => {
  for (const size of [1024 * 1024, 3 * 1024 * 1024])
    for (const path of ['/api/messages', '/api/auth/login', '/trpc/messages.add']) {
      const long = `{"content":"${'x'.repeat(size)}"}`;
      for (const body of [long, new Blob([long]).stream()]) {
        const { status, body: answer } = await sendBody<ErrorBody>(server.as(ann), path, body);
        const length = typeof body === 'string' ? 'known' : 'unknown';
        expect(status, `${path}, ${size} bytes, length ${length}`).toBe(413);
        expect([answer.error, answer.message]).toEqual(Array(2).fill(expect.stringContaining('1 MB')));
      }
    }
});

test('an import over its limit is refused in words, before its bytes are sent', async ({ server }) => {
  const cookie = cookieOf(await server.introduce(ann));
  const head = ['POST /api/import HTTP/1.1', 'Host: localhost', `Cookie: ${cookie}`];
  const type = 'Content-Type: multipart/form-data; boundary=x';
  const answer = await sendRaw(
    server.url,
    [...head, type, `Content-Length: ${2 ** 40}`, '', ''].join('\r\n'),
    '}',
  );
  expect(answer).toStartWith('HTTP/1.1 413');
  expect(answer).toContain('"detail":"An import can have at most');
});

test('a deeply nested or too large body is refused with a sentence', async ({ client: owner }) => {
  for (const [body, status] of [
    [`{"content":${'['.repeat(400_000)}`, 400],
    [`{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
    [`{"content":"x","tags":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
    [`{"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 400],
    [JSON.stringify({ content: 'x'.repeat(10 * 1024 * 1024) }), 413],
  ] as const) {
    const answer = await sendBody<ErrorBody>(owner, '/api/messages', body);
    expect(answer.status, body.slice(0, 40)).toBe(status);
    expect(answer.body.error).toMatch(/^\w.*[.a-z]$/);
  }
});

test('a parameter in the path overrides those in the body and the query', async ({ client }) => {
  const add = async (content: string) =>
    (await client.post<{ id: number }>('/api/messages', { content })).body.id;
  const [named, other] = [await add('Named'), await add('Other')];
  expect(
    (await client.patch(`/api/messages/${named}?id=${other}`, { id: other, content: 'New' })).status,
  ).toBe(200);
  const { body } = await client.get<{ content: string }[]>('/api/messages');
  expect(body.map(({ content }) => content)).toEqual(['Other', 'New']);
});

test('a body without a length is not read past its limit', async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent === 4 * BODY_MAX) return controller.close();
      sent += BODY_MAX / 16;
      controller.enqueue(new Uint8Array(BODY_MAX / 16));
    },
  });
  await expect(readText(new Request('http://localhost', { method: 'POST', body }))).rejects.toThrow('1 MB');
  expect(sent).toBeLessThan(2 * BODY_MAX);
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import http from 'node:http';
import type net from 'node:net';
import zlib from 'node:zlib';
import { createWeb } from '../../src/outside/web';
import { ENDLESS, HOSTILE } from '../support/hostile';
import { openServers } from './servers';

const { web, names, resolve, listen, serve, outcome, close } = openServers();
afterAll(close);

let site: string;
beforeAll(async () => {
  site = await listen(
    http.createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>Good</title>'),
    ),
  );
});

test('a visit to a hostile server ends in time and yields nothing', async () => {
  const impatient = createWeb({ allow: ['127.0.0.1'], resolve, within: 2000 });
  const exceptions: Record<string, string> = {
    'redirects to nowhere': 'refused',
    'uses an unsupported encoding': 'unsuitable',
    'a brotli bomb': 'unsuitable',
    'sends a PDF': 'unsuitable',
  };
  const outcomes = await Promise.all(
    Object.entries(HOSTILE).map(
      async ([manner, answer]) => [manner, await outcome(await serve(answer), 'page', impatient)] as const,
    ),
  );
  for (const [manner, outcome] of outcomes)
    expect({ manner, outcome }).toEqual({ manner, outcome: exceptions[manner] ?? 'failed' });
  const asHttps = (await serve(HOSTILE['answers with garbage']!)).replace('http:', 'https:');
  expect(await outcome(asHttps)).toBe('failed');
});

test('a visit closes its connections; after a timeout no further address is tried', async () => {
  const impatient = createWeb({ allow: ['127.0.0.0/8'], resolve, within: 300 });
  for (const answer of [
    () => {},
    (socket: net.Socket) =>
      socket.write(`HTTP/1.1 302 Found\r\nlocation: ${site}\r\ncontent-length: 9\r\n\r\n`),
    (socket: net.Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/css\r\ncontent-length: 9\r\n\r\n'),
  ]) {
    const closed = Promise.withResolvers<void>();
    let arrived = 0;
    const url = await serve((socket) => {
      arrived++;
      socket.on('close', () => closed.resolve());
      answer(socket);
    });
    names[new URL(url).hostname] = [['127.0.0.1', '127.0.0.1']];
    await outcome(url, 'page', impatient);
    await closed.promise;
    expect(arrived).toBe(1);
  }
});

test('a server that switches protocols is cut off', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((socket) => {
    socket.on('close', () => closed.resolve());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  });
  expect(await outcome(url)).toBe('failed');
  await closed.promise;
});

test('a failure is reported at once, and headers have a limit', async () => {
  const compressed = zlib.gzipSync(Buffer.from(Array.from({ length: 9_000 }, () => Math.random() * 256)));
  for (const answer of [
    HOSTILE['switches protocols']!,
    HOSTILE['lies about its encoding']!,
    (socket: net.Socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\ncontent-length: 9000\r\n\r\n',
      );
      socket.write(compressed.subarray(0, 5_000));
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    (socket: net.Socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n<title>x</title>`,
      ),
  ]) {
    const failure = await web.get(null, await serve(answer), 'page').catch((error) => error);
    expect(failure).toMatchObject({ kind: 'failed', message: expect.not.stringContaining('too long') });
  }
});

test('only the beginning of an endless page is read, compressed or not', async () => {
  for (const [manner, answer] of Object.entries(ENDLESS)) {
    const url = await serve(answer);
    const { bytes } = await web.get(null, url, 'page');
    expect({ manner, size: bytes.length }).toEqual({ manner, size: 512 * 1024 });
  }
  const json = await serve((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"${'x'.repeat(70_000)}"`),
  );
  // the client reads only the first part of the JSON, which cannot be parsed
  expect(await outcome(json, 'json')).toBe('unsuitable');
});

test('a page is read up to the end of its head', async () => {
  const url = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<head><title>x</title></he');
    setTimeout(() => socket.write(`ad><body>${'words '.repeat(1000)}`), 20);
  });
  expect(String((await web.get(null, url, 'page')).bytes)).toBe('<head><title>x</title>');
});

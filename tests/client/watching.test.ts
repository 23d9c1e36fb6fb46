import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { OwnCalls } from '../../src/client/calls';
import { createClient } from '../../src/client/runtime';
import { newMessages } from '../../src/client/watching';
import { tokenOf } from '../support/bearer';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { testServer, until } from '../support/server';

const WEB = join(import.meta.dir, '../../dist/web');

test('a board is watched over restarts: nothing is missed and nothing told twice', async () => {
  await using server = await testServer();
  await shareBoard(server, 'house', ann, bob);
  const { token, id } = await tokenOf(server, ann);
  const post = (content: string, tags = ['house']) => server.as(bob).post('/api/messages', { content, tags });
  await post('was there before');
  const client = createClient<OwnCalls>({ url: server.url, token });
  const told: string[] = [];
  const watching = (async () => {
    // a look of its own once an hour, so that only events and new connections find what is told here
    for await (const { content } of newMessages({ client, tag: 'house', quietMs: 3_600_000 }))
      told.push(content);
  })();
  watching.catch(() => {});
  await until(() => server.app.hub.size === 1);

  await post('one');
  await post('elsewhere', ['diary']);
  await until(() => told.length === 1);
  // while nobody is connected, more comes than fits on a page
  await server.upgrade(WEB);
  const many = Array.from({ length: 120 }, (_, number) => `missed ${number}`);
  for (const content of many) await post(content);
  await until(() => told.length === 121);
  await until(() => server.app.hub.size === 1);
  await post('last');
  await until(() => told.length === 122);
  expect(told).toEqual(['one', ...many, 'last']);

  await server.as(ann).send(`/api/tokens/${id}`, { method: 'DELETE' });
  expect(async () => watching).toThrow('revoked');
});

test('a break of the network ends no watch, and its end does', async () => {
  await using server = await testServer();
  const { token } = await tokenOf(server, ann);
  let isDown = false;
  const fetched = (url: string, init: RequestInit) => {
    if (isDown) throw new TypeError('the network is down');
    return fetch(url, init);
  };
  const client = createClient<OwnCalls>({ url: server.url, token, fetch: fetched, retries: 0 });
  const end = new AbortController();
  const told: string[] = [];
  const watching = (async () => {
    for await (const { content } of newMessages({ client, quietMs: 20, signal: end.signal }))
      told.push(content);
  })();
  await until(() => server.app.hub.size === 1);
  isDown = true;
  await server.as(ann).post('/api/messages', { content: 'in the dark #x' });
  isDown = false;
  await until(() => told.length === 1);
  end.abort();
  await watching;
  expect(told).toEqual(['in the dark #x']);
  await until(() => server.app.hub.size === 0);
});

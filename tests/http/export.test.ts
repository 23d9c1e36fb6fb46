import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { importFile } from '../../src/archive/import';
import { create } from '../../src/messages/messages';
import { findUserByPhone } from '../../src/people/users';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { cookieOf } from '../support/client';
import { tempFolder } from '../support/folder';
import { until } from '../support/server';
import { test } from '../support/server-test';

test('a signed-in user downloads their own messages in each format', async ({ server }) => {
  await server.text(ann, 'Try https://ramen.example #food');
  await server.text(bob, 'Not yours #secret');
  const client = await server.introduce(ann);
  for (const [format, name, type] of [
    ['json', 'tagline-export.zip', 'application/zip'],
    ['markdown', 'tagline-markdown.zip', 'application/zip'],
    ['csv', 'tagline-messages.csv', 'text/csv'],
    ['bookmarks', 'tagline-bookmarks.html', 'text/html'],
    ['obsidian', 'tagline-obsidian.zip', 'application/zip'],
    ['karakeep', 'tagline-karakeep.json', 'application/json'],
    ['memos', 'tagline-memos.zip', 'application/zip'],
  ]) {
    const { status, headers, text } = await client.get(`/api/export?format=${format}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toStartWith(type ?? '');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain('secret');
  }
  expect((await client.get('/api/export')).headers.get('content-type')).toBe('application/zip');
  expect(await client.get('/api/export?format=pdf')).toMatchObject({ status: 400 });
  expect(await server.stranger().get('/api/export')).toMatchObject({ status: 401 });
});

test('an export can be imported into another server', async ({ server }) => {
  await using other = testApp();
  using files = tempFolder();
  await server.text(ann, 'Try https://ramen.example #food');
  const client = await server.introduce(ann);
  const cookie = cookieOf(client);
  const saved = await fetch(`${server.url}/api/export`, { headers: { cookie } });
  writeFileSync(files.file('mine.zip'), await saved.bytes());
  expect(await importFile(other, files.file('mine.zip'))).toMatchObject({ messages: 1, people: 1 });
});

test('an export ends when its reader closes the connection', async ({ server }) => {
  const client = await server.introduce(ann);
  const user = findUserByPhone(server.app, ann.phone);
  const content = 'x'.repeat(7000);
  server.app.db.$client.run('begin');
  for (let n = 0; n < 3000 && user; n++)
    create(server.app, user, { content: `${n} ${content}`, source: 'api' });
  server.app.db.$client.run('commit');
  const cookie = cookieOf(client);
  const connection = new AbortController();
  let warned = 0;
  server.app.log.warn = (() => void warned++) as never;
  const answer = await fetch(`${server.url}/api/export?format=markdown`, {
    headers: { cookie },
    signal: connection.signal,
  });
  await answer.body?.getReader().read();
  connection.abort();
  await until(() => warned > 0);
});

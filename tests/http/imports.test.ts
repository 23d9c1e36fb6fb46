import { expect } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportJob, ImportList } from '../../src/contract/imports';
import { fixturePath } from '../archive/fixtures';
import { keepNote, takeout } from '../archive/keep-takeout';
import { ann, bob } from '../support/cast';
import type { Client } from '../support/client';
import { type TestServer, until } from '../support/server';
import { test } from '../support/server-test';

/** On a busy machine the answer comes before the import has ended. */
async function upload(client: Client, files: [name: string, content: Uint8Array | string][], query = '') {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new File([content as BlobPart], name), name);
  const answer = await client.send<ImportJob & { message: string }>(`/api/import${query}`, {
    method: 'POST',
    body: form,
  });
  return { ...answer, body: answer.status === 201 ? await ended(client, answer.body.id) : answer.body };
}

const ended = (client: Client, id: number) =>
  until(async () => {
    const { body } = await client.get<ImportJob>(`/api/import/${id}`);
    return /^(done|failed|undone|looked)$/.test(body.state) ? { message: '', ...body } : null;
  }, 110_000);

const folders = ({ app }: TestServer) => {
  const folder = join(app.config.dataDir, 'imports');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a file of more than 200,000 notes is refused', async ({ server }) => {
  const file = `content\n${'a\n'.repeat(200_001)}`;
  const { status, body } = await upload(server.as(ann), [['notes.csv', file]], '?look=1');
  if (status !== 201) expect([status, body]).toMatchObject([422, { code: 'import_failed', state: 'failed' }]);
  expect(await ended(server.as(ann), body.id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('it has more than 200,000 notes'),
  });
});

test('a first look at an upload stores nothing, and the import texts nobody', async ({ server }) => {
  const client = await server.introduce(ann);
  const texts = server.received(ann.phone).length;
  const zip = await takeout(3, {
    'Takeout/Keep/Food.json': keepNote(9, { labels: [{ name: 'Food' }] }),
    'Takeout/Keep/Broken.json': '{',
  });
  const looked = await upload(client, [['holiday.jpg', zip]], '?look=1');
  expect(looked).toMatchObject({
    status: 201,
    body: {
      name: 'holiday.jpg',
      state: 'looked',
      format: 'Google Keep',
      look: { notes: 4, boards: 2, unreadable: 1, known: 0 },
      result: null,
    },
  });
  expect((await client.get<unknown[]>('/api/messages')).body).toEqual([]);
  const { id } = looked.body;
  expect((await client.post(`/api/import/${id}`, { tag: 'keep' })).status).toBe(200);
  expect(await ended(client, id)).toMatchObject({ state: 'done', result: { messages: 4, known: 0 } });
  expect((await client.get<{ tags: string[] }[]>('/api/messages')).body.map(({ tags }) => tags)).toEqual([
    ['food'],
    ['keep'],
    ['keep'],
    ['keep'],
  ]);
  expect(server.received(ann.phone)).toHaveLength(texts);
  expect(folders(server)).toEqual([]);
});

test('an import is taken back: what it added goes, what was edited stays', async ({ client }) => {
  await client.post('/api/messages', { content: 'Mine' });
  const { body } = await upload(client, [['a.zip', await takeout(3)]]);
  expect(Date.parse(body.undoUntil ?? '')).toBeGreaterThan(Date.now());
  const [, newest] = (await client.get<{ id: number; content: string }[]>('/api/messages')).body;
  await client.patch(`/api/messages/${newest?.id}`, { content: 'Edited' });
  expect((await client.post(`/api/import/${body.id}/undo`)).status).toBe(200);
  expect(await ended(client, body.id)).toMatchObject({ state: 'undone', undoUntil: null });
  expect((await client.post(`/api/import/${body.id}`)).status).toBe(409);
  const left = (await client.get<{ content: string }[]>('/api/messages')).body;
  expect(left.map(({ content }) => content).sort()).toEqual(['Edited', 'Mine']);
  expect((await upload(client, [['a.zip', await takeout(3)]])).body.result).toMatchObject({ messages: 2 });
});

test('an import of chats needs the choice of one', async ({ client }) => {
  const texts = await Bun.file(fixturePath('sms.xml')).bytes();
  const { body } = await upload(client, [['sms.xml', texts]], '?look=1');
  expect(await client.post(`/api/import/${body.id}`, { groups: [] })).toMatchObject({
    status: 400,
    body: { message: 'Choose what to import.' },
  });
});

test('nobody sees the import of another person', async ({ server }) => {
  const [client, other] = [await server.introduce(ann), await server.introduce(bob)];
  const { body } = await upload(client, [['a.zip', await takeout(1)]], '?look=1');
  expect((await other.get<ImportList>('/api/import')).body.imports).toEqual([]);
  expect((await client.get<ImportList>('/api/import')).body.imports).toMatchObject([{ id: body.id }]);
});

test('an export of everybody brings only what the caller wrote', async ({ server, client }) => {
  const csv = `content,from\nMine,${ann.phone}\nNobody,\nTheirs,${bob.phone}\n`;
  expect((await upload(client, [['a.csv', csv]])).body.result).toMatchObject({ messages: 2, others: 1 });
  const people = server.app.db.$client.query('select phone from users').all();
  expect(people).toEqual([{ phone: ann.phone }]);
});

test('an upload replaces one that waits, and is refused during an import', async ({ server, client }) => {
  const first = await upload(client, [['a.zip', await takeout(1)]], '?look=1');
  const { body: second } = await upload(client, [['b.zip', await takeout(1)]], '?look=1');
  expect((await client.get(`/api/import/${first.body.id}`)).status).toBe(404);
  expect(folders(server)).toHaveLength(1);
  server.app.db.$client.run("update imports set state = 'importing'");
  expect(await upload(client, [['c.zip', await takeout(1)]])).toMatchObject({
    status: 409,
    body: { message: 'Another import of yours is running. Wait until it has ended.' },
  });
  server.app.db.$client.run("update imports set state = 'undoing'");
  expect((await client.delete(`/api/import/${second.id}`)).status).toBe(409);
});

test('a body that is no form, or has no file, is refused', async ({ server, client }) => {
  const send = (type: string, body: string) =>
    client.send('/api/import', { method: 'POST', body, headers: { 'content-type': type } });
  expect((await send('application/zip', 'PK')).status).toBe(415);
  expect((await send('multipart/form-data; boundary=x', 'nothing')).status).toBe(400);
  expect((await send('multipart/form-data', 'nothing')).status).toBe(400);
  expect((await upload(client, [])).status).toBe(400);
  expect((await server.stranger().post('/api/import')).status).toBe(401);
  const names = ['../../etc/passwd.md', '..\\x.md', '/abs.md'];
  const { body } = await upload(
    client,
    names.map((name): [string, string] => [name, `In ${name}`]),
  );
  expect(body).toMatchObject({ name: '3 files', state: 'done', result: { messages: 3 } });
});

test('an upload for a page of another site, or while another arrives, is refused', async ({ client }) => {
  const send = (body: BodyInit, headers = {}) =>
    client.send<{ message: string }>('/api/import', { method: 'POST', body, headers });
  const foreign = await send('x', { origin: 'https://evil.example' });
  expect([foreign.status, foreign.body.message]).toEqual([403, 'Requests from other sites are refused.']);
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const head = new TextEncoder().encode('--x\r\ncontent-disposition: form-data; name="tag"\r\n\r\n');
  const slow = new ReadableStream({
    async pull(controller) {
      controller.enqueue(head);
      await resumed;
      controller.close();
    },
  });
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const first = send(slow, type);
  const second = await until(async () => {
    const answer = await send('--x--', type);
    return answer.status === 409 ? answer : null;
  });
  expect(second.body.message).toBe('Another upload of yours is arriving. Wait until it has ended.');
  resume();
  expect((await first).status).toBe(400);
});

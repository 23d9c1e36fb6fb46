import { expect } from 'bun:test';
import { media } from '../../db/schema';
import { downloadQueued, listFailedDownloads } from '../../src/media/downloads';
import { deleteExpired } from '../../src/messages/deleted-messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { hasStopped } from '../../src/outbox/outbox';
import { readStorage } from '../../src/people/storage';
import { upload } from '../media/upload';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { post } from '../support/house';
import { ensureUser } from '../support/people';
import { png } from '../support/pictures';
import { testServer, until } from '../support/server';
import { testIn } from '../support/test-in';
import { messagesOf, repliesTo, textIn } from '../support/texts';

const test = testIn(() => testApp({ QUOTA_MESSAGES: '2' }));
const onServer = testIn(() => testServer({ env: { QUOTA_MESSAGES: '2', QUOTA_FILES_MB: '1' } }));
const MB = 1024 * 1024;
const FULL = 'There is no room for this: you may keep 2 messages and have 2.';

function fill(app: TestApp) {
  const user = ensureUser(app, bob);
  return { user, ids: [post(app, user, 'One'), post(app, user, 'Two')] };
}

test('texts past the quota are refused, and the sender is told so once a day', (app) => {
  const { user, ids } = fill(app);
  for (const body of ['Milk', 'RE yes', 'REMIND call mum friday 9am', 'Rice']) textIn(app, bob, body);
  expect(messagesOf(app, bob)).toEqual(['One', 'Two']);
  expect(repliesTo(app, bob)).toEqual([expect.stringContaining('you may keep 2 messages and have 2')]);
  app.clock.advance(DAY);
  textIn(app, bob, 'Milk');
  expect(repliesTo(app, bob)).toHaveLength(2);
  textIn(app, bob, 'HALT'); // is kept as a note, too, if there is room
  expect(hasStopped(app, bob.phone)).toBe(true);
  textIn(app, bob, 'START');
  textIn(app, bob, 'DELETE');
  removeOwnMessage(app, user, ids[0]!);
  textIn(app, bob, 'Milk');
  expect(messagesOf(app, bob)).toContain('Milk');
});

test('what a person deletes makes room, and what is taken back stays', (app) => {
  const { user, ids } = fill(app);
  expect(() => post(app, user, 'Three')).toThrow(FULL);
  removeOwnMessage(app, user, ids[0]!);
  post(app, user, 'Three');
  app.clock.advance(20 * MINUTE);
  deleteExpired(app);
  expect(readStorage(app, user)).toEqual({ messages: { used: 2, most: 2 }, bytes: { used: 0, most: null } });
});

test("others' messages on a shared board do not count", (app) => {
  const { user } = fill(app);
  post(app, ensureUser(app, ann), 'Hers');
  expect(readStorage(app, user).messages.used).toBe(2);
});

onServer('the web and the API refuse what does not fit, with a sentence', async (server) => {
  const client = await server.introduce(bob);
  for (const content of ['One', 'Two']) await client.post('/api/messages', { content });
  const full = { status: 409, body: { message: FULL } };
  expect(await client.post('/api/messages', { content: 'Three' })).toMatchObject(full);
  const file = new Uint8Array(0.6 * MB).fill(7);
  expect((await upload(client, [file, 'application/pdf', 'a.pdf'])).status).toBe(201);
  expect(await upload(client, [file, 'application/pdf', 'b.pdf'])).toMatchObject({
    status: 409,
    body: { message: 'There is no room for this: you may keep 1 MB of files and have 1.' },
  });
  expect((await client.get('/api/profile/storage')).body).toEqual({
    messages: { used: 2, most: 2 },
    bytes: { used: file.length, most: MB },
  });
});

onServer('an import that does not fit stores nothing and says why', async (server) => {
  const client = await server.introduce(bob);
  const body = new FormData();
  body.append('file', new Blob(['content,tags\nA,x\nB,x\nC,x\n']), 'notes.csv');
  const { id } = (await client.send<{ id: number }>('/api/import', { method: 'POST', body })).body;
  const ended = await until(async () => {
    const { body } = await client.get<{ state: string }>(`/api/import/${id}`);
    return /ing$/.test(body.state) ? null : body;
  });
  expect(ended).toMatchObject({
    state: 'failed',
    error: 'There is no room for this: you may keep 2 messages and have 0.',
  });
  expect(messagesOf(server.app, bob)).toEqual([]);
});

onServer('a photo of a text that does not fit leaves its words, and a line for it', async ({ app }) => {
  const user = ensureUser(app, bob);
  const row = { userId: user.id, type: 'application/pdf', file: 'f', bytes: MB, createdAt: app.now() };
  app.db.insert(media).values(row).run();
  const url = `data:image/png;base64,${Buffer.from(png(4, 4)).toString('base64')}`;
  textIn(app, bob, 'Lamp', { media: [{ url, type: 'image/png' }] });
  await downloadQueued(app);
  expect(messagesOf(app, bob)).toEqual(['Lamp\n(A file came with this that there was no room for.)']);
  expect(repliesTo(app, bob).at(-1)).toContain('you may keep 1 MB of files and have 1');
  expect(listFailedDownloads(app)).toMatchObject([
    { reason: 'The person may keep no more files.', nextTry: null },
  ]);
});

import { expect, spyOn, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import type { Message } from '../../../../src/contract/messages';
import { changeQueue, readQueue } from '../../../../web/product/offline/queue';
import { sendKept } from '../../../../web/product/offline/sender';
import { offline } from '../../../../web/product/offline/start-offline';
import { ann, bob } from '../../../support/cast';
import { png } from '../../../support/pictures';
import { until } from '../../../support/server';
import { openKeeping, sendAll, withDatabase, write } from '../../../support/web/keeping';

withDatabase();

type App = Awaited<ReturnType<typeof openKeeping>>;

async function openUnsent({ user }: App) {
  await user.click(await screen.findByRole('button', { name: '1 not sent' }));
  return within(await screen.findByRole('dialog', { name: 'Not Sent Yet' }));
}

async function openRefusedEdit(app: App) {
  const { server, network } = app;
  network.cut = true;
  await server.text(ann, 'Ramen #food');
  const [before] = (await server.as(ann).get<Message[]>('/api/messages')).body as [Message];
  const input = { id: before.id, content: 'Udon', read: 'Ramen' };
  await offline.keep({ kind: 'edit', before, after: { ...before, content: 'Udon' }, input }, true);
  await server.as(ann).delete(`/api/messages/${before.id}`);
  network.cut = false;
  await sendAll();
  const shown = await openUnsent(app);
  shown.getByText('The message was deleted meanwhile.');
  return shown;
}

test('the edit of a message that was deleted elsewhere can be copied and saved as new', async () => {
  await using app = await openKeeping('/tag/food');
  const shown = await openRefusedEdit(app);
  await app.user.click(shown.getByRole('button', { name: 'Copy text' }));
  expect(await navigator.clipboard.readText()).toBe('Udon');
  await app.user.click(shown.getByRole('button', { name: 'Save as new' }));
  await until(async () => (await app.listed()).length > 0);
  expect(await app.listed()).toMatchObject([{ content: 'Udon', tags: ['food'] }]);
  await until(async () => (await readQueue()).length === 0);
});

test('what was discarded comes back with Undo', async () => {
  await using app = await openKeeping('/tag/food');
  const shown = await openRefusedEdit(app);
  const refused = await readQueue();
  await app.user.click(shown.getByRole('button', { name: 'Discard' }));
  await shown.findByText('Nothing waits to be sent.');
  expect(await readQueue()).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Nothing waits to be sent.');
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await shown.findByText('The message was deleted meanwhile.');
  expect(await readQueue()).toEqual(refused);
});

test('a message for a board that its writer has left is sent to a private board if asked', async () => {
  await using app = await openKeeping('/all-texts');
  const owner = app.server.as(bob);
  const board = (await owner.post<{ id: number }>('/api/shared-boards', { name: 'oslo' })).body.id;
  await owner.post('/api/shared-boards/oslo/invite', { phoneNumber: ann.phone });
  await screen.findByRole('link', { name: /oslo/ });
  await app.open('/tag/shared/oslo');
  await screen.findByRole('heading', { name: '#oslo' });
  app.network.cut = true;
  await write(app, 'Ferry at nine');
  const left = await owner.delete(`/api/shared-boards/${board}/members/1`);
  expect(left.status).toBe(200);
  app.network.cut = false;
  await sendAll();
  expect(await readQueue()).toMatchObject([{ refusal: { why: 'changed' } }]);
  expect(await app.listed()).toEqual([]);
  const shown = await openUnsent(app);
  await app.user.click(shown.getByRole('button', { name: 'Send again' }));
  await until(async () => (await app.listed()).length > 0);
  expect(await app.listed()).toMatchObject([{ content: 'Ferry at nine', tags: ['oslo'] }]);
  expect((await owner.get('/api/messages')).body).toEqual([]);
});

function keepMessage(content: string, files: File[] = []) {
  const input = { content, tags: ['food'], idempotencyKey: `key of ${content}`, source: 'ui' as const };
  const shown = { ...input, id: 0, timestamp: new Date().toISOString(), media: [], replies: 0 };
  const write = { kind: 'add', input, files: files.map((file) => ({ id: null, file })), shown } as const;
  return offline.keep(write as unknown as Parameters<typeof offline.keep>[0], false);
}

test('photos that were added without a connection are uploaded and sent once', async () => {
  await using app = await openKeeping('/tag/food');
  const requests = { '/api/media': 0, 'messages.add': 0 };
  // the connection breaks again after the first photo, and once more when the message is sent
  app.network.answer = (path) => {
    const name = path.includes('messages.add') ? 'messages.add' : path;
    if (!(name in requests)) return undefined;
    const count = ++requests[name as keyof typeof requests];
    if (count === (name === '/api/media' ? 2 : 1)) throw new TypeError('Failed to fetch');
    return undefined;
  };
  app.network.cut = true;
  const photo = (size: number) => new File([png(size, size)], `${size}.png`, { type: 'image/png' });
  await keepMessage('Sunset', [photo(4), photo(5)]);
  app.network.cut = false;
  await sendAll();
  expect(await app.listed()).toMatchObject([{ content: 'Sunset', media: [{ width: 4 }, { width: 5 }] }]);
  expect(requests).toEqual({ '/api/media': 3, 'messages.add': 2 });
});

const TOO_MANY = {
  message: 'Too many messages.',
  code: -32029,
  data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, path: 'messages.add' },
};

test('a limit of the server is waited for as long as the server says', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await keepMessage('Dumplings');
  app.network.cut = false;
  app.network.answer = (path) =>
    path.includes('messages.add')
      ? Response.json([{ error: TOO_MANY }], { status: 429, headers: { 'retry-after': '777' } })
      : undefined;
  using timers = spyOn(globalThis, 'setTimeout');
  const sendLater = await until(async () => {
    await sendKept();
    return timers.mock.calls.find(([, ms]) => ms === 777_000)?.[0];
  });
  expect(await readQueue()).toMatchObject([{ refusal: null }]);
  app.network.answer = () => undefined;
  sendLater();
  await until(async () => (await app.listed()).length === 1);
});

test('a message that was sent in vain a day ago is not sent again unasked', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await keepMessage('Dumplings');
  const dayAgo = Date.now() - 24 * 3_600_000;
  await changeQueue((entries) => entries.map((entry) => ({ ...entry, triedAt: dayAgo })));
  app.network.cut = false;
  await sendAll();
  expect(await app.listed()).toEqual([]);
  const shown = await openUnsent(app);
  shown.getByText(/Perhaps it has arrived: look before you send it again/);
  await app.user.click(shown.getByRole('button', { name: 'Send again' }));
  await until(async () => (await app.listed()).length === 1);
});

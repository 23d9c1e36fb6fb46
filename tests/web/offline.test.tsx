import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { readEntries } from '../../web/offline/database';
import { logOutOrAsk, setAsking } from '../../web/offline/log-out';
import { offline, startOffline, stopOffline } from '../../web/offline/offline';
import { readQueue } from '../../web/offline/queue';
import { sendKept } from '../../web/offline/sender';
import { provideOffline } from '../../web/product/offline';
import { ann, bob } from '../support/cast';
import { until } from '../support/server';
import { openApp } from './open-app';

/** Writes without a connection, with the database of a browser (docs/product.md: Offline). */

beforeAll(() => provideOffline(async () => offline));
afterAll(() => {
  // other test files test browsers without a database
  provideOffline(() => Promise.reject(new Error('Nothing can be kept.')));
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

type App = Awaited<ReturnType<typeof openApp>>;
type Listed = { content: string; tags: string[] }[];

/** Opens a page of Ann's that has started to keep what is written. */
async function openKeeping(path: string) {
  const app = await openApp(path, { as: ann });
  await screen.findByRole('button', { name: 'Add Card' });
  await startOffline();
  return {
    ...app,
    listed: async () => (await app.server.as(ann).get<Listed>('/api/messages')).body,
    async [Symbol.asyncDispose]() {
      await offline.erase(true);
      stopOffline();
      setAsking(false);
      await app[Symbol.asyncDispose]();
    },
  };
}

async function write({ user }: App, text: string) {
  await user.click(screen.getByRole('button', { name: 'Add Card' }));
  const shown = within(await screen.findByRole('dialog'));
  await user.type(await shown.findByLabelText('Message'), text);
  await user.click(shown.getByRole('button', { name: 'Add Message' }));
  await until(() => !screen.queryByRole('dialog'));
}

test('a message that is written without a connection is sent once', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'Dumplings');
  await screen.findAllByText('Will be sent');
  expect(await app.listed()).toEqual([]);
  app.network.cut = false;
  await Promise.all([sendKept(), sendKept()]);
  expect(await app.listed()).toMatchObject([{ content: 'Dumplings', tags: ['food'] }]);
  expect(await readQueue()).toEqual([]);
  await sendKept();
  expect(await app.listed()).toHaveLength(1);
});

test('a message whose answer was lost is not stored twice', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.loseResponses = true;
  await write(app, 'Dumplings');
  expect(await app.listed()).toHaveLength(1);
  app.network.loseResponses = false;
  await sendKept();
  expect(await app.listed()).toHaveLength(1);
  expect(await readQueue()).toEqual([]);
});

test('a message for a board that was shared meanwhile is kept with the reason', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'Only for me');
  await app.server.as(ann).post('/api/shared-boards', { name: 'food' });
  app.network.cut = false;
  await sendKept();
  expect(await app.listed()).toEqual([]);
  const [entry] = await readQueue();
  expect(entry).toMatchObject({ refusal: { why: 'changed' }, shown: { content: 'Only for me' } });
});

test('signing out asks first while something is not sent', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'Dumplings');
  app.network.cut = false;
  expect(await readEntries(1)).toHaveLength(1);
  await logOutOrAsk();
  expect(app.network.called).not.toContain('auth.logout');
  const shown = within(await screen.findByRole('dialog', { name: 'Not Sent Yet' }));
  await app.user.click(shown.getByRole('button', { name: 'Log Out and Delete' }));
  await until(() => app.reloads() === 1);
  expect(await readEntries(1)).toEqual([]);
});

test('what one person has written is neither shown nor sent to another', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'A secret');
  await app.signIn(bob);
  app.network.cut = false;
  await sendKept();
  expect((await app.server.as(bob).get<Listed>('/api/messages')).body).toEqual([]);
  expect(await app.listed()).toEqual([]);
});

test('logging out without a connection says that it needs one', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await logOutOrAsk();
  await screen.findByText(/Logging out needs a connection/);
  expect(app.reloads()).toBe(0);
  expect(localStorage.getItem('tagline:signed-out')).toBeNull();
});

import 'fake-indexeddb/auto';
import { afterAll, beforeAll } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { indexedDB as fakeIndexedDB } from 'fake-indexeddb';
import { asks } from '../../../web/product/offline/log-out';
import { provideOffline } from '../../../web/product/offline/offline';
import { readQueue } from '../../../web/product/offline/queue';
import { sendKept } from '../../../web/product/offline/sender';
import { offline, startOffline, stopOffline } from '../../../web/product/offline/start-offline';
import { queryClient } from '../../../web/product/query-client';
import { rememberSignIn } from '../../../web/product/session';
import { client } from '../../../web/product/trpc';
import { ann, type Person } from '../cast';
import { until } from '../server';
import { type App, openApp } from './open-app';

export type Listed = { content: string; tags: string[] }[];

export function withDatabase() {
  beforeAll(() => {
    Object.assign(globalThis, { indexedDB: fakeIndexedDB });
    provideOffline(async () => offline);
  });
  afterAll(() => {
    // other test files test browsers without a database
    provideOffline(() => Promise.reject(new Error('Nothing can be kept.')));
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });
}

export async function openKeeping(path: string) {
  // a page that opens without a connection stores at once what it shows
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  const app = await openApp(path, { as: ann });
  await screen.findByRole('button', { name: 'Add Card' });
  Reflect.deleteProperty(navigator, 'onLine');
  await startOffline();
  return {
    ...app,
    async signInHere(person: Person) {
      await app.signIn(person);
      queryClient.clear();
      const [session, profile] = await Promise.all([
        client.auth.session.query(),
        client.users.profile.query(),
      ]);
      rememberSignIn(session, profile);
    },
    listed: async () => (await app.server.as(ann).get<Listed>('/api/messages')).body,
    async [Symbol.asyncDispose]() {
      await offline.erase(true);
      stopOffline();
      asks.set(false);
      await app[Symbol.asyncDispose]();
    },
  };
}

export async function write({ user }: App, text: string) {
  await user.click(screen.getByRole('button', { name: 'Add Card' }));
  const shown = within(await screen.findByRole('dialog'));
  await user.type(await shown.findByLabelText('Message'), text);
  await user.click(shown.getByRole('button', { name: 'Add Message' }));
  await until(() => !screen.queryByRole('dialog'));
}

export const sendAll = () =>
  until(async () => {
    await sendKept();
    return (await readQueue()).every(({ refusal }) => refusal);
  });

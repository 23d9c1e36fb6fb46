import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { watchSessionEnd } from '../../../web/product/session-end';
import { cache } from '../../../web/product/trpc';
import { stubCaches } from '../../support/caches';
import { ann, bob } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

async function openProfile() {
  const app = await openApp('/profile', { as: ann });
  await screen.findByRole('heading', { name: 'Edit Profile' });
  let ends = 0;
  const stop = watchSessionEnd(() => {
    ends += 1;
  });
  return {
    ...app,
    ends: () => ends,
    endSessions: () => app.server.app.db.$client.run('delete from sessions'),
    async [Symbol.asyncDispose]() {
      stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

test('a refused call shows once that the session has ended', async () => {
  await using app = await openProfile();
  app.endSessions();
  await cache.boards.tagsWithCounts.invalidate();
  await until(() => app.ends() === 1);
  await cache.users.profile.invalidate();
  expect(app.ends()).toBe(1);
  expect(app.reloads()).toBe(0);
});

test('a session that is fetched as signed out has ended', async () => {
  await using app = await openProfile();
  app.endSessions();
  await cache.auth.session.fetch(undefined, { staleTime: 0 });
  await until(() => app.ends() === 1);
  await cache.boards.tagsWithCounts.invalidate();
  expect(app.ends()).toBe(1);
});

test('the page reloads if somebody else has signed in in another tab', async () => {
  await using app = await openProfile();
  await app.signIn(bob);
  await cache.auth.session.fetch(undefined, { staleTime: 0 });
  await until(() => app.reloads() === 1);
});

test('the pictures that the worker keeps are deleted when the session ends', async () => {
  using stored = stubCaches();
  await using app = await openProfile();
  await (await caches.open('media')).put('/api/media/1', new Response('picture'));
  app.endSessions();
  await cache.boards.tagsWithCounts.invalidate();
  await until(() => app.ends() === 1);
  expect(stored.has('media')).toBe(false);
});

test('the pictures and shared photos that the worker keeps are deleted with the account', async () => {
  using stored = stubCaches();
  await using app = await openApp('/profile', { as: ann });
  for (const name of ['media', 'shared'])
    await (await caches.open(name)).put('/api/media/1', new Response('picture'));
  await app.user.click(await screen.findByRole('button', { name: 'Delete Account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.type(await dialog.findByLabelText(/^Type DELETE/), 'DELETE');
  await app.user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  await until(() => app.reloads() === 1);
  expect([stored.has('media'), stored.has('shared')]).toEqual([false, false]);
});

import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { boardUrl } from '../../../src/outbox/board-url';
import { ann, bob } from '../../support/cast';
import { share } from '../../support/house';
import { ensureUser } from '../../support/people';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

type App = Awaited<ReturnType<typeof openApp>>;

function shareVilla({ server: { app } }: App): string {
  const id = share(app, ensureUser(app, ann), 'villa', bob);
  return new URL(boardUrl(app, id)).pathname;
}

test("a member's short address leads to the board, by a list that is new", async () => {
  await using app = await openApp('/profile', { as: bob });
  await screen.findByRole('heading', { name: 'Edit Profile' });
  await app.open(shareVilla(app));
  await until(() => app.path() === '/tag/shared/villa');
  expect(await screen.findByText('Shared Board')).toBeTruthy();
});

test('the short address of a board of others leads nowhere', async () => {
  await using app = await openApp('/profile', { as: { ...bob, phone: '+12025550144' } });
  const address = shareVilla(app);
  await app.open(address);
  await until(() => app.path() === `/tag/shared/${address.slice('/b/'.length)}`);
  expect(await screen.findByText(/No messages found with/)).toBeTruthy();
});

test('a short address asks who is not signed in to sign in, and leads on', async () => {
  await using app = await openApp('/login');
  await app.open(shareVilla(app));
  await until(() => app.path() === '/login');
  const { field, code } = await app.askForCode(bob);
  await app.user.type(field, await code());
  await until(() => app.path() === '/tag/shared/villa');
});

import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { createSharedBoard } from '../../../src/boards/sharing';
import { ann, bob, cho } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { openApp } from '../../support/web/open-app';

const CLOSED = { env: { SIGN_UP: 'closed' } };

test('the login page says who gets a code where not everybody may sign up', async () => {
  await using _ = await openApp('/login', { env: { SIGN_UP: 'invited' } });
  await screen.findByText('Without an account or an invitation, no code comes.');
});

test('on a closed server an invite link says that no new people are taken', async () => {
  await using app = await openApp('/', CLOSED);
  await app.open(`/join/${ensureUser(app.server.app, bob).inviteCode}`);
  await screen.findByText('Tagline takes no new people at present.');
});

test('on a closed server only operators are offered to invite', async () => {
  await using app = await openApp('/login', CLOSED);
  ensureUser(app.server.app, bob);
  const { field, code } = await app.askForCode(bob);
  await app.user.type(field, (await code())!);
  await waitFor(() => expect(app.path()).toBe('/'));
  await app.open('/profile');
  await screen.findByText('Time zone');
  await waitFor(() => expect(screen.queryByText('Invite somebody') === null).toBe(true));
  createSharedBoard(app.server.app, ensureUser(app.server.app, bob), 'house');
  await app.open('/tag/shared/house');
  await app.user.click(await screen.findByRole('button', { name: 'Invite' }));
  await app.user.type(await screen.findByLabelText('Phone number'), cho.phone);
  await app.user.click(screen.getByRole('button', { name: 'Send Invite' }));
  await screen.findByText('Nobody with this number uses Tagline yet, and it takes no new people at present.');
});

test('the profile shows what one keeps, where there is a limit', async () => {
  await using app = await openApp('/profile', { as: ann, env: { QUOTA_MESSAGES: '2000' } });
  await app.server.text(ann, 'Milk');
  await screen.findByText(/^[01] of 2,000 messages$/);
  expect(screen.queryByText(/MB of photos and files$/) === null).toBe(true);
});

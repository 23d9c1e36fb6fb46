import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { ann, bob } from '../../support/cast';
import { share, sharedTags } from '../../support/house';
import { ensureUser } from '../../support/people';
import { openApp } from '../../support/web/open-app';

test('a member blocks the owner, is off the board, and can unblock in the profile', async () => {
  await using app = await openApp('/', { as: bob });
  const { app: server } = app.server;
  const [owner, member] = [ensureUser(server, ann), ensureUser(server, bob)];
  share(server, owner, 'house', bob);
  await app.open('/tag/shared/house');
  await app.user.click(await screen.findByRole('button', { name: 'Members' }));
  await app.user.click(await screen.findByRole('button', { name: 'Block Ann Lee' }));
  await screen.findByText(/^You leave this and all other boards of Ann Lee/);
  await app.user.click(screen.getByRole('button', { name: 'Block and leave' }));
  await screen.findByText('Ann Lee can neither add nor invite you any more.');
  expect(sharedTags(server, member)).toEqual([]);
  await app.open('/profile');
  await app.user.click(await screen.findByRole('button', { name: 'Unblock Ann Lee' }));
  await waitFor(() => expect(screen.queryByText('Blocked people') === null).toBe(true));
});

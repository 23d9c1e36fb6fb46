import { expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import { cache, client } from '../../../../web/product/trpc';
import { ann } from '../../../support/cast';
import { openApp } from '../../../support/web/open-app';

test('the profile page lists where a person is signed in, and ends the others', async () => {
  await using app = await openApp('/profile', { as: ann });
  await screen.findByText(/^This device/);
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();

  await client.tokens.create.mutate({ name: 'Before', scope: 'read' });
  const others = [0, 1].map(() => {
    app.server.forget(ann);
    return app.server.as(ann);
  });
  for (const other of others) await other.get('/api/profile', { 'user-agent': 'curl' });
  await client.tokens.create.mutate({ name: 'After', scope: 'read' });
  await cache.auth.devices.invalidate();
  await cache.tokens.list.invalidate();
  const end = (await screen.findAllByRole('button', { name: /^End Unknown device/ }))[0]!;
  await app.user.click(end);
  await screen.findByText('That device is signed out.');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^End / })).toHaveLength(2));
  await app.user.click(screen.getByRole('button', { name: 'End all others' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End All Others' }));
  await dialog.findByText('the token After');
  await app.user.click(dialog.getByRole('switch', { name: /^Revoke that too/ }));
  await app.user.click(dialog.getByRole('button', { name: 'End All Others' }));
  await screen.findByText('1 other device is signed out.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End / })).toBeNull());
  for (const other of others) expect((await other.get('/api/profile')).status).toBe(401);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke After' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Revoke Before' })).toBeDefined();
});

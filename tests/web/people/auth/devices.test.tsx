import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { cache } from '../../../../web/product/trpc';
import { ann } from '../../../support/cast';
import { openApp } from '../../../support/web/open-app';

test('the profile page lists where a person is signed in, and ends the others', async () => {
  await using app = await openApp('/profile', { as: ann });
  await screen.findByText(/^This device/);
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();

  const others = [0, 1].map(() => {
    app.server.forget(ann);
    return app.server.as(ann);
  });
  for (const other of others) await other.get('/api/profile', { 'user-agent': 'curl' });
  await cache.auth.devices.invalidate();
  const end = (await screen.findAllByRole('button', { name: /^End Unknown device/ }))[0]!;
  await app.user.click(end);
  await screen.findByText('That device is signed out.');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^End / })).toHaveLength(2));
  await app.user.click(screen.getByRole('button', { name: 'End all others' }));
  await screen.findByText('1 other device is signed out.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End / })).toBeNull());
  for (const other of others) expect((await other.get('/api/profile')).status).toBe(401);
});

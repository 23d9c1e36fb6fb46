import { expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import { cache } from '../../../../web/product/trpc';
import { ann, bob } from '../../../support/cast';
import { connect } from '../../../support/client';
import { openApp } from '../../../support/web/open-app';

const make = () => screen.findByRole('button', { name: 'Make a token' });

const count = (role: string, name: string) => screen.queryAllByRole(role, { name }).length;

test('a person makes a token, copies it, uses it and revokes it', async () => {
  await using app = await openApp('/profile', { as: ann });
  await app.user.click(await make());
  const dialog = within(await screen.findByRole('dialog', { name: 'New Token' }));
  await app.user.click(dialog.getByRole('button', { name: 'Make Token' }));
  await dialog.findByText('Name the token.');
  await app.user.type(dialog.getByLabelText('Name'), 'Home Assistant');
  await app.user.selectOptions(dialog.getByLabelText('It may'), 'Read and write');
  await app.user.selectOptions(dialog.getByLabelText('It works for'), 'A year');
  await app.user.click(dialog.getByRole('button', { name: 'Make Token' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Token Home Assistant');
  const token = field.value;
  expect(token).toMatch(/^tagline_pat_[\w-]{43}\w{6}$/);
  const shown = within(screen.getByRole('dialog', { name: 'Your New Token' }));
  await app.user.click(shown.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Token copied');
  expect(await navigator.clipboard.readText()).toBe(token);
  await app.user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(count('dialog', 'Your New Token')).toBe(0));
  await screen.findByText(/^Read and write · never used · expires on$/);

  const program = connect(app.server.url);
  const authorization = `Bearer ${token}`;
  expect((await program.get('/api/messages', { authorization, 'user-agent': 'curl/8' })).status).toBe(200);
  await cache.tokens.list.invalidate();
  await screen.findByText(/last used .*from this machine by curl/);
  await app.user.click(await make());
  expect(screen.queryAllByDisplayValue(token)).toHaveLength(0); // the token is shown only once
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(count('dialog', 'New Token')).toBe(0));

  await app.user.click(screen.getByRole('button', { name: 'Revoke Home Assistant' }));
  await app.user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await screen.findByText('The token is revoked.');
  await waitFor(() => expect(count('button', 'Revoke Home Assistant')).toBe(0));
  expect((await program.get('/api/messages', { authorization })).status).toBe(401);
});

for (const [person, title] of [
  [ann, 'an operator is offered the scope for operators'],
  [bob, 'nobody else is offered the scope for operators'],
] as const)
  test(title, async () => {
    await using app = await openApp('/profile', { as: person });
    await app.user.click(await make());
    const scopes = within(await screen.findByLabelText('It may')).getAllByRole('option');
    const own = ['Read', 'Read and write'];
    expect(scopes.map(({ textContent }) => textContent)).toEqual(
      person === ann ? [...own, 'Read, write and operate the server'] : own,
    );
  });

test('a token that could not be made says why and keeps what was typed', async () => {
  await using app = await openApp('/profile', { as: ann });
  await app.user.click(await make());
  await app.user.type(await screen.findByLabelText('Name'), 'Cron');
  app.network.cut = true;
  await app.user.click(screen.getByRole('button', { name: 'Make Token' }));
  await screen.findByText('Failed to make the token');
  app.network.cut = false;
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Cron');
  await app.user.click(screen.getByRole('button', { name: 'Make Token' }));
  await screen.findByLabelText('Token Cron');
});

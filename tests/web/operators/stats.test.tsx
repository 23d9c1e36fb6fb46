import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { ann, bob } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { openApp } from '../../support/web/open-app';

const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent;

test('the figures are asked for once in five minutes, or when users are deleted', async () => {
  await using app = await openApp('/admin', { as: ann });
  const asked = () => app.network.called.filter((procedure) => procedure === 'admin.stats').length;
  ensureUser(app.server.app, bob);
  await app.server.text(bob, 'Milk #shopping');
  expect(await figure('Total Users')).toBe('2');

  await app.user.click(await screen.findByRole('link', { name: 'All Texts' }));
  await app.user.click(await screen.findByRole('button', { name: 'Add Card' }));
  await app.user.type(await screen.findByLabelText('Message'), 'Eggs');
  await app.user.click(screen.getByRole('button', { name: 'Add Message' }));
  await screen.findByText('Eggs');
  await app.user.click(screen.getByRole('link', { name: 'Admin Panel' }));
  await app.user.click(await screen.findByRole('button', { name: 'Delete Bob Ray' }));
  expect(asked()).toBe(1);
  await app.user.click(await screen.findByRole('button', { name: 'Delete user' }));
  await waitFor(async () => expect(await figure('Total Users')).toBe('1'));
  expect(asked()).toBe(2);
});

test('a person who is not an operator never asks for the figures', async () => {
  await using app = await openApp('/admin', { as: bob });
  await screen.findByText('Access Denied');
  expect(app.network.called).toContain('auth.session');
  expect(app.network.called).not.toContain('admin.stats');
});

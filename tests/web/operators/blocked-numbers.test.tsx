import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { ann, bob, cho } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { kindsOf } from '../../support/texts';
import { openApp } from '../../support/web/open-app';

test('an operator blocks a number with a reason, and unblocks it', async () => {
  await using app = await openApp('/admin', { as: ann });
  await app.user.click(await screen.findByRole('button', { name: 'Block a number' }));
  await app.user.type(await screen.findByLabelText('Phone number'), '(202) 555-0133');
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Block' }));
  await submit();
  await screen.findByText('Say why.');
  await app.user.type(screen.getByLabelText('Reason'), 'Advertising');
  await submit();
  await screen.findByText('+1 (202) 555-0133');
  await screen.findByText('Advertising');
  await app.server.text(cho, 'Buy now');
  expect(kindsOf(app.server.app, cho)).toEqual(['blocked']);
  await app.user.click(screen.getByRole('button', { name: 'Unblock +1 (202) 555-0133' }));
  await waitFor(() => expect(screen.queryByText('Advertising') === null).toBe(true));
});

test('an operator blocks the number of a selected user', async () => {
  await using app = await openApp('/admin', { as: ann });
  ensureUser(app.server.app, bob);
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select Bob Ray' }));
  await app.user.click(await screen.findByRole('button', { name: 'Block number' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('+1 (202) 555-0122');
  await app.user.type(screen.getByLabelText('Reason'), 'Threats');
  await app.user.click(screen.getByRole('button', { name: 'Block' }));
  await screen.findByText('Bob Ray, +1 (202) 555-0122');
});

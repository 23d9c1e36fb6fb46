import { expect, test } from 'bun:test';
import { bob } from '../support/cast';
import { FAILED_REQUEST, pollNow, visit } from '../support/visit';
import { addAuthenticator } from './authenticator';

test('a passkey is added, signs in without a text, and is removed', async () => {
  const { server, page, looksRight } = await visit('/profile', {
    as: bob,
    size: 'phone',
    expected: FAILED_REQUEST,
  });
  const refuse = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Your next sign-in needs no text.', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Remove the passkey of Chrome/ }).waitFor();
  await page.getByText(/A passkey was added with Chrome/).waitFor();
  await looksRight('profile-passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device has a passkey for your account already.', { exact: true }).waitFor();

  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  await looksRight('login-passkey');
  const texts = server.app.outbox(bob.phone).length;
  await refuse(true);
  await signIn.click();
  await page.getByRole('button', { name: 'Sign in with a passkey', disabled: false }).waitFor();
  await refuse(false);
  await signIn.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Hi, Bob' }).waitFor();
  expect(server.app.outbox(bob.phone)).toHaveLength(texts);

  await page.goto('/profile');
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByText('The passkey is removed.', { exact: true }).waitFor();
  await page.getByText(/The passkey of Chrome.* was removed\./).waitFor();
  expect(await page.getByRole('button', { name: /^Remove the passkey/ }).count()).toBe(0);
});

test('an operator ends the sign-ins of somebody who lost a phone', async () => {
  const expected = [...FAILED_REQUEST, /WebSocket/];
  const { server, ...lost } = await visit('/', { as: bob, expected, fakeClock: true });
  await lost.page.getByRole('heading', { name: 'Hi, Bob' }).waitFor();
  const { page, looksRight } = await visit('/admin', { server });
  await page.getByRole('checkbox', { name: /^Select Bob/ }).check();
  await page.getByRole('button', { name: 'End sign-ins' }).click();
  const dialog = page.getByRole('dialog', { name: 'End sign-ins' });
  await dialog.getByText('The person reads in the account log that you did this.').waitFor();
  await looksRight('end-sign-ins');
  await dialog.getByRole('button', { name: 'End sign-ins' }).click();
  await page.getByText(/^Ended 0 passkeys, 1 session, 0 access tokens\.$/).waitFor();
  await pollNow(lost.page);
  await lost.page.getByText('An operator of this server ended all of your sessions.').waitFor();
});

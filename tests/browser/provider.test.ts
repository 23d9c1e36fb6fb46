import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { startIdentityProvider } from '../support/identity-provider';
import { until } from '../support/server';
import { untilTestEnds } from '../support/test-end';
import { codeOf, FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

test('a person signs in with the provider, connects the account by a code, and needs none again', async () => {
  const provider = untilTestEnds(await startIdentityProvider());
  const server = await startServer({ env: provider.env });
  provider.register(server);
  await server.introduce(ann);
  const { page, looksRightEverywhere } = await visit('/profile', {
    server,
    as: null,
    expected: FAILED_REQUEST,
  });
  const enter = () => page.getByRole('button', { name: 'Sign in with Authelia' }).click();
  const atProvider = (button: string) => page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Sign in with Authelia' }).waitFor();
  await looksRightEverywhere('login-provider');
  await enter();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Authelia did not let you in, or you cancelled there.' })
    .waitFor();
  await enter();
  await page.getByPlaceholder('Enter any login').fill('ann');
  await page.getByPlaceholder('and password').fill('x');
  await atProvider('Sign-in');
  await atProvider('Continue');
  await page.getByText(/^Authelia knows you as ann@example.org\. To connect/).waitFor();
  await looksRightEverywhere('login-connect');
  await page.getByLabel('Phone number').fill(ann.phone);
  const before = server.received(ann.phone).length; // the last text has the code of her first sign-in
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await until(() => server.received(ann.phone).length > before);
  await page.getByLabel('Verification code').fill(await codeOf(server));
  await page.waitForURL('**/profile');
  const card = page.getByRole('region', { name: 'Authelia' });
  await card.getByText('ann@example.org').waitFor();
  await card.scrollIntoViewIfNeeded();
  await looksRightEverywhere('profile-provider');

  await page.goto('/');
  await page.getByRole('button', { name: 'Logout' }).click();
  await enter();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await page.goto('/profile#provider');
  await card.getByRole('button', { name: 'Remove ann@example.org' }).click();
  await sees(page, 'Signing in with Authelia is removed.');
  await card.getByText(/^Not connected/).waitFor();
  expect(new URL(page.url()).origin).toBe(server.publicUrl);
});

import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { holdAnswers } from '../support/browser';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import { clickInVain, confirmDialogOnce, FAILED_REQUEST, sees, visit } from '../support/visit';

test('a profile is saved, and a failure says so and keeps what was typed', async () => {
  const { page } = await visit('/profile', { expected: FAILED_REQUEST });
  const first = page.getByLabel('First Name');
  await first.fill('Anna');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await sees(page, 'Edit Profile', 'Profile Picture URL', 'Save Changes');
  await clickInVain(page, 'users.updateProfile', save, 'Update Failed', 'Failed to update profile');
  expect(await first.inputValue()).toBe('Anna');
  await save.click();
  await page.getByRole('heading', { name: 'Hi, Anna' }).waitFor();
  await sees(page, 'Profile Updated');
});

test('each member switches the notifications of a board for themselves', async () => {
  const { server, page } = await visit('/notifications', { expected: FAILED_REQUEST });
  await sees(page, 'Back to Messages', "You're not a member of any shared boards yet.");
  await sees(page, 'Join or create a shared board to manage notifications.');
  const { client } = await shareBoard(server, 'house', ann, bob);
  await page.reload();
  const house = page.getByRole('switch', { name: 'house owner' });
  await house.waitFor();
  await sees(page, 'owner');
  expect(await house.isChecked()).toBe(true);
  const failure = 'Failed to update notification settings';
  await clickInVain(page, 'notifications.setPreference', house, failure);
  expect(await house.isChecked()).toBe(true);
  await house.click();
  await sees(page, 'Settings updated');
  await client.post('/api/shared-boards', { name: 'trip' });
  await page.reload();
  await house.waitFor();
  expect(await house.isChecked()).toBe(false);
  const trip = page.getByRole('switch', { name: 'trip owner' });
  const saving = await holdAnswers(page, 'notifications.setPreference');
  await house.click();
  await trip.click();
  expect([await house.isChecked(), await trip.isChecked()]).toEqual([true, false]);
  expect([await house.isDisabled(), await trip.isDisabled()]).toEqual([true, true]);
  saving.release();
  await until(async () => (await house.isEnabled()) && (await trip.isEnabled()));
  expect([await house.isChecked(), await trip.isChecked()]).toEqual([true, false]);
  const his = await visit('/notifications', { server, as: bob, size: 'phone' });
  const same = his.page.getByRole('switch', { name: 'house member' });
  await same.waitFor();
  await sees(his.page, 'member');
  expect(await same.isChecked()).toBe(true);
});

test('a token from the profile page sends calls from the page of the API', async () => {
  const { page } = await visit('/profile', { expected: FAILED_REQUEST });
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Script');
  await page.getByRole('button', { name: 'Make Token' }).click();
  const token = await page.getByLabel('Token Script').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'the calls of the API' }).click();
  const field = page.getByRole('form', { name: 'Access token' });
  const authorize = async (token: string) => {
    await field.getByLabel('Access token').fill(token);
    await field.getByRole('button', { name: 'Authorize' }).click();
  };
  await authorize('tagline_pat_wrong');
  await field.getByText('This access token is wrong or was revoked.').waitFor();
  await authorize(token);
  await field.getByText(/^Each call is now sent in the name of user/).waitFor();

  const send = async (call: string, fill?: (form: Locator) => Promise<void>) => {
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: call, exact: true }) });
    await section.getByText('Try it').click();
    const form = section.getByRole('form', { name: `Try ${call}` });
    await fill?.(form);
    await form.getByRole('button', { name: 'Send' }).click();
    return form;
  };
  await (await send('GET /api/messages')).getByText('200 OK').waitFor();
  const body = '{"content": "Ramen #food"}';
  const refused = await send('POST /api/messages', (form) => form.getByLabel('Body (JSON)').fill(body));
  await refused.getByText('403 Forbidden').waitFor(); // this token is not allowed to write
});

test('a button copies the number to text', async () => {
  const { page, sidebar } = await visit('/');
  await sidebar.getByRole('button', { name: /Copy the number/ }).click();
  await sees(page, 'Number copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+12025550100');
});

test('an account is deleted only after DELETE is typed', async () => {
  const { server, page, dialog } = await visit('/', {
    texts: ['Mine alone #diary'],
    expected: FAILED_REQUEST,
  });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await sees(page, 'Incorrect confirmation', "Please type 'DELETE' exactly to confirm account deletion.");
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  const failure = 'Failed to delete account. Please try again.';
  await confirmDialogOnce(page, 'auth.deleteAccount', ['Delete Account', 'Deleting...'], failure);
  await page.waitForURL('**/login');
  const deleted = 'Your account and all associated data have been permanently deleted.';
  await sees(page, 'Account deleted', deleted);
  expect((await server.as(ann).get('/api/profile')).status).toBe(401);
});

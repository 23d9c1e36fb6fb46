import { expect, test } from 'bun:test';
import { holdRequests, whileCallsFail } from '../support/browser';
import { ann, bob, cho, dee } from '../support/cast';
import { testServer, until } from '../support/server';
import { expectAllShown, recordShownTexts } from '../support/shown-texts';
import { confirmDialogOnce, FAILED_REQUEST, pollNow, visit, waitForToast } from '../support/visit';
import { STRINGS } from './strings';

recordShownTexts(STRINGS.sharing);

test('an invited member sees a converted board at once, posts and leaves', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ferry at nine #trip');
  await using hers = await visit(server, ann, '/tag/private/trip', { expected: FAILED_REQUEST });
  await using his = await visit(server, bob, '/', { size: 'phone', fakeClock: true });
  const dialog = hers.page.getByRole('dialog');
  await his.page.getByText('No boards yet.').waitFor();

  await hers.page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('Your 1 message on it becomes visible').waitFor();
  await dialog.getByRole('button', { name: 'Convert & Invite' }).click();
  await waitForToast(hers.page, 'Phone Number Required');
  await whileCallsFail(hers.page, 'boards.convertAndInvite', async () => {
    await dialog.getByLabel('Phone number').fill('(202) 555-0122');
    await dialog.getByRole('button', { name: 'Convert & Invite' }).click();
    await waitForToast(hers.page, 'Conversion Failed');
  });
  await confirmDialogOnce(hers.page, 'boards.convertAndInvite', ['Convert & Invite', 'Converting...']);
  await hers.page.waitForURL('**/tag/shared/trip');
  await waitForToast(hers.page, 'Board Converted & Invitation Sent');

  await pollNow(his.page);
  await his.page.getByRole('main').getByRole('link', { name: /trip/ }).click();
  await his.page.waitForURL('**/tag/shared/trip');
  await his.page.getByText('Ferry at nine').waitFor();
  await his.page.getByRole('button', { name: 'Actions for #trip' }).click();
  await his.page.getByRole('menuitem', { name: 'Members' }).waitFor();
  expect(await his.page.getByRole('menuitem').allTextContents()).toEqual(['Search #trip', 'Members']);
  await his.page.keyboard.press('Escape');
  await his.page.getByRole('button', { name: 'Add Card' }).click();
  await his.page.getByLabel('Message', { exact: true }).fill('I bring the tent');
  await his.page.getByRole('button', { name: 'Add Message' }).click();
  await hers.page.getByText('I bring the tent').waitFor();

  await his.page.getByRole('button', { name: 'Actions for #trip' }).click();
  await his.page.getByRole('menuitem', { name: 'Members' }).click();
  const list = his.page.getByRole('dialog');
  await list.getByText('Ann Lee').waitFor();
  await list.getByText('+1 ••• ••• 0111 · owner').waitFor();
  await list.getByRole('button', { name: 'Leave' }).click();
  await list.getByRole('button', { name: 'Leave board' }).click();
  await his.page.waitForURL((url) => url.pathname === '/');
  await his.page.getByText('Private Board', { exact: true }).waitFor();
  await his.page.goto('/all-texts');
  await his.page.getByText('I bring the tent').waitFor();
  expect(await his.page.getByText('Ferry at nine').count()).toBe(0);
});

test('an owner creates, moderates, renames and deletes a shared board', async () => {
  await using server = await testServer();
  await server.introduce(bob);
  await using hers = await visit(server, ann, '/', { expected: FAILED_REQUEST });
  const { page } = hers;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Create shared board' }).click();
  await dialog.getByRole('button', { name: 'Create Board' }).click();
  await dialog.getByText('Board name is required').waitFor();
  await dialog.getByLabel('Board name').fill('House');
  await whileCallsFail(page, 'boards.createShared', async () => {
    await dialog.getByRole('button', { name: 'Create Board' }).click();
    await waitForToast(page, 'Failed to create shared board');
  });
  await confirmDialogOnce(page, 'boards.createShared', ['Create Board', 'Creating...']);
  await page.waitForURL('**/tag/shared/house');
  await waitForToast(page, 'Created shared board #house');
  await main.getByText('Shared Board', { exact: true }).waitFor();

  await main.getByRole('button', { name: 'Invite' }).click();
  const number = dialog.getByLabel('Phone number');
  expect(await dialog.getByRole('button', { name: 'Send Invite' }).isDisabled()).toBe(true);
  await number.fill('1');
  await number.fill('');
  await dialog.getByText('Phone number is required').waitFor();
  await number.fill(dee.phone);
  await dialog.getByRole('button', { name: 'Send Invite' }).click();
  await until(async () => (await dialog.getByLabel('Your invite link').inputValue()).includes('/join/'));
  await number.fill(bob.phone);
  await whileCallsFail(page, 'boards.invite', async () => {
    await dialog.getByRole('button', { name: 'Send Invite' }).click();
    await waitForToast(page, 'Failed to invite user');
  });
  await confirmDialogOnce(page, 'boards.invite', ['Send Invite', 'Inviting...']);
  await waitForToast(page, 'Successfully invited user to #house');
  await until(() => server.received(bob.phone).some((text) => text.includes('#house')));

  await using his = await visit(server, bob, '/tag/shared/house', { fakeClock: true });
  await server.text(bob, 'Buy my car #house');
  await server.text(bob, 'Paint the door #house');
  await page.getByText('Buy my car').waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Buy my car' });
  await card.getByRole('button', { name: 'Actions for the message of Bob Ray' }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Reply',
    'Remind me',
    'Copy text',
    'Take off #house',
  ]);
  await page.getByRole('menuitem', { name: 'Take off #house' }).click();
  await confirmDialogOnce(page, 'messages.takeOff', ['Take off', 'Taking off...']);
  await waitForToast(page, 'Taken off #house');
  await card.waitFor({ state: 'hidden' });
  await his.page.getByText('Buy my car').waitFor({ state: 'hidden' });
  await his.page.getByText('Paint the door').waitFor();

  await main.getByRole('button', { name: 'Members' }).click();
  await dialog.getByText('+1 (202) 555-0122 · member').waitFor();
  await dialog.getByRole('button', { name: 'Remove Bob Ray' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Remove Bob Ray' }).click();
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await waitForToast(page, 'Member removed');
  await dialog.getByText('Bob Ray').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await pollNow(his.page);
  await his.page.waitForURL('**/tag/private/house');
  await his.page.getByText('Paint the door').waitFor();

  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('Our Home');
  await whileCallsFail(page, 'boards.renameShared', async () => {
    await dialog.getByRole('button', { name: 'Rename Board' }).click();
    await waitForToast(page, 'Failed to rename board');
  });
  await confirmDialogOnce(page, 'boards.renameShared', ['Rename Board', 'Renaming...']);
  await page.waitForURL('**/tag/shared/our-home');
  await page.getByRole('link', { name: 'Tagline, home' }).click();
  await main.getByText('Shared Board (Owner)').waitFor();
  await main.getByRole('link', { name: /our-home/ }).click();

  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await whileCallsFail(page, 'boards.removeShared', async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitForToast(page, 'Delete Failed');
  });
  await confirmDialogOnce(page, 'boards.removeShared', ['Delete', 'Deleting...']);
  await page.waitForURL((url) => url.pathname === '/');
  await waitForToast(page, 'Board Deleted');
});

test('deleting a shared board leads to the dashboard, however slowly that loads', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  await client.post('/api/shared-boards', { name: 'house' });
  await server.text(ann, 'Paint the door #house');
  await using tab = await visit(server, ann, '/tag/shared/house');
  const { page } = tab;
  const { release } = await holdRequests(page, '**/assets/DashboardPage-*.js');
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await waitForToast(page, 'Board Deleted');
  // the messages are now on a private board with the same tag, and the sidebar shows this board
  await page.getByRole('navigation').locator('a[href="/tag/private/house"]').waitFor();
  release();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the list of members says if it cannot be loaded or is empty', async () => {
  await using server = await testServer();
  await (await server.introduce(ann)).post('/api/shared-boards', { name: 'house' });
  await using tab = await visit(server, ann, '/tag/shared/house', { expected: FAILED_REQUEST });
  const { page } = tab;
  await whileCallsFail(page, 'boards.members', async () => {
    await page.getByRole('button', { name: 'Members' }).click();
    await page.getByText('Error loading members: Failed to fetch').waitFor();
  });
  await page.route('**/trpc/boards.members*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"result":{"data":[]}}]' }),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Members' }).click();
  await page.getByText('No members found').waitFor();
});

test('a board that is deleted meanwhile cannot be renamed', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  const { id } = (await client.post<{ id: number }>('/api/shared-boards', { name: 'house' })).body;
  await using tab = await visit(server, ann, '/tag/shared/house', {
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  const { page } = tab;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('home');
  await client.delete(`/api/shared-boards/${id}`);
  await pollNow(page);
  await page
    .getByRole('button', { name: 'Rename', exact: true, includeHidden: true })
    .waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Rename Board' }).click();
  await waitForToast(page, 'Board ID is required for shared boards');
});

test('a member who muted a board gets no text but sees the message', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  await server.introduce(bob);
  await server.introduce(cho);
  await client.post('/api/shared-boards', { name: 'house' });
  for (const { phone } of [bob, cho])
    await client.post('/api/shared-boards/house/invite', { phoneNumber: phone });
  await using his = await visit(server, bob, '/notifications');
  await his.page.getByRole('switch', { name: /house/ }).click();
  await waitForToast(his.page, 'Settings updated');
  await his.page.getByRole('link', { name: 'Back to Messages' }).click();
  await server.text(ann, 'The plumber comes #house');
  await until(() => server.received(cho.phone).some((text) => text.includes('plumber')));
  expect(server.received(bob.phone).some((text) => text.includes('plumber'))).toBe(false);
  await his.page
    .getByRole('main')
    .getByRole('link', { name: /^house/ })
    .click();
  await his.page.getByText('The plumber comes').waitFor();
});

test('a renamed board stays open under its new name, drafts included', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  await server.introduce(bob);
  const { id } = (await client.post<{ id: number }>('/api/shared-boards', { name: 'house' })).body;
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await using tab = await visit(server, bob, '/tag/shared/house', {
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  const dialog = tab.page.getByRole('dialog');
  await tab.page.getByRole('button', { name: 'Add Card' }).click();
  await dialog.getByLabel('Message', { exact: true }).fill('Paint the door');
  await client.put(`/api/shared-boards/${id}/rename`, { newName: 'home' });
  await pollNow(tab.page);
  await tab.page.waitForURL('**/tag/shared/home');
  await dialog.getByText('Goes to #home').waitFor();
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await waitForToast(tab.page, 'Message added');
  await until(async () =>
    (await client.get('/api/shared-boards/home/messages')).text.includes('Paint the door'),
  );

  await tab.page.getByRole('button', { name: 'Actions for the message of Bob Ray' }).click();
  await tab.page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Message', { exact: true }).fill('Paint the door blue');
  await client.put(`/api/shared-boards/${id}/rename`, { newName: 'flat' });
  await pollNow(tab.page);
  await tab.page.waitForURL('**/tag/shared/flat');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(tab.page, 'Message Updated');
  expect((await client.get('/api/shared-boards/flat/messages')).text).toContain('Paint the door blue');
});

test('every string of this story has been shown', expectAllShown);

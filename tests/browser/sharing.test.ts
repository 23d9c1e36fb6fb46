import { expect, test } from 'bun:test';
import { holdRequests, whileCallsFail } from '../support/browser';
import { ann, bob, dee } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import {
  chooseOnCard,
  confirmDialogOnce,
  FAILED_REQUEST,
  pollNow,
  sees,
  startCard,
  startServer,
  visit,
} from '../support/visit';

test('an invited member sees a converted board at once, posts and leaves', async () => {
  const { server, dialog, ...hers } = await visit('/tag/private/trip', {
    texts: ['Ferry at nine #trip'],
    expected: FAILED_REQUEST,
  });
  const his = await visit('/', { server, as: bob, size: 'phone', fakeClock: true });
  await his.page.getByText('No boards yet.').waitFor();

  await hers.main.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('Your 1 message on it becomes visible').waitFor();
  await dialog.getByRole('button', { name: 'Convert & Invite' }).click();
  await sees(hers.page, 'Phone Number Required', 'Please enter a phone number to invite');
  await dialog.getByLabel('Phone number').fill('(202) 555-0122');
  const converting = ['Convert & Invite', 'Converting...'] as const;
  const failed = ['Conversion Failed', 'Failed to convert private board to shared board'];
  await confirmDialogOnce(hers.page, 'boards.convertAndInvite', converting, ...failed);
  await hers.page.waitForURL('**/tag/shared/trip');
  await sees(hers.page, 'Board Converted & Invitation Sent');

  await pollNow(his.page);
  await his.main.getByRole('link', { name: /trip/ }).click();
  await his.page.waitForURL('**/tag/shared/trip');
  await his.page.getByText('Ferry at nine').waitFor();
  await his.page.getByRole('button', { name: 'Actions for #trip' }).click();
  await his.page.getByRole('menuitem', { name: 'Members' }).waitFor();
  expect(await his.page.getByRole('menuitem').allTextContents()).toEqual([
    'Search #trip',
    'Pin to the top',
    'Mute',
    'Make it a list',
    'Archive',
    'Notes by mail',
    'Feed',
    'Members',
  ]);
  await his.page.keyboard.press('Escape');
  await startCard(his.page, 'I bring the tent');
  await his.page.getByRole('button', { name: 'Add Message' }).click();
  await hers.page.getByText('I bring the tent').waitFor();

  await his.page.getByRole('button', { name: 'Actions for #trip' }).click();
  await his.page.getByRole('menuitem', { name: 'Members' }).click();
  await his.dialog.getByText('Ann Lee').waitFor();
  await his.dialog.getByText('+1 ••• ••• 0111 · owner').waitFor();
  await his.dialog.getByRole('button', { name: 'Leave' }).click();
  await his.dialog.getByRole('button', { name: 'Leave board' }).click();
  await his.page.waitForURL((url) => url.pathname === '/');
  await his.page.getByText('Private Board', { exact: true }).waitFor();
  await his.page.goto('/all-texts');
  await his.page.getByText('I bring the tent').waitFor();
  expect(await his.page.getByText('Ferry at nine').count()).toBe(0);
});

test('an owner creates, moderates, renames and deletes a shared board', async () => {
  const { server, page, main, dialog, sidebar } = await visit('/', {
    before: (server) => server.introduce(bob),
    expected: FAILED_REQUEST,
  });

  await page.getByRole('button', { name: 'Create shared board' }).click();
  await sees(dialog, 'Create Shared Board');
  await dialog.getByRole('button', { name: 'Create Board' }).click();
  await sees(dialog, 'Board name is required');
  await dialog.getByLabel('Board name').fill('House');
  const creating = ['Create Board', 'Creating...'] as const;
  await confirmDialogOnce(page, 'boards.createShared', creating, 'Failed to create shared board');
  await page.waitForURL('**/tag/shared/house');
  await sees(page, 'Created shared board #house');
  await sees(main, 'Shared Board', 'Members');
  await sees(sidebar, 'owner');

  await main.getByRole('button', { name: 'Invite' }).click();
  const number = dialog.getByLabel('Phone number');
  expect(await dialog.getByRole('button', { name: 'Send Invite' }).isDisabled()).toBe(true);
  await number.fill('1');
  await number.fill('');
  await sees(dialog, 'Phone number is required');
  await number.fill(dee.phone);
  await dialog.getByRole('button', { name: 'Send Invite' }).click();
  await until(async () => (await dialog.getByLabel('Your invite link').inputValue()).includes('/join/'));
  await number.fill(bob.phone);
  await confirmDialogOnce(page, 'boards.invite', ['Send Invite', 'Inviting...'], 'Failed to invite user');
  await sees(page, 'Successfully invited user to #house');
  await until(() => server.received(bob.phone).some((text) => text.includes('#house')));

  const his = await visit('/tag/shared/house', { server, as: bob, fakeClock: true });
  await server.text(bob, 'Buy my car #house');
  await server.text(bob, 'Paint the door #house');
  await page.getByText('Buy my car').waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Buy my car' });
  await card.getByRole('button', { name: 'Actions for the message of Bob Ray' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  expect(items.slice(-5)).toEqual(['Reply', 'Remind me', 'Pin to the top', 'Copy text', 'Take off #house']);
  await page.getByRole('menuitem', { name: 'Take off #house' }).click();
  await confirmDialogOnce(page, 'messages.takeOff', ['Take off', 'Taking off...']);
  await sees(page, 'Taken off #house');
  await card.waitFor({ state: 'hidden' });
  await his.page.getByText('Buy my car').waitFor({ state: 'hidden' });
  await his.page.getByText('Paint the door').waitFor();

  await main.getByRole('button', { name: 'Members' }).click();
  await dialog.getByText('+1 (202) 555-0122 · member').waitFor();
  await dialog.getByRole('button', { name: 'Remove Bob Ray' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Remove Bob Ray' }).click();
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await sees(page, 'Member removed');
  await dialog.getByText('Bob Ray').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await pollNow(his.page);
  await his.page.waitForURL('**/tag/private/house');
  await his.page.getByText('Paint the door').waitFor();

  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('Our Home');
  const renaming = ['Rename Board', 'Renaming...'] as const;
  await confirmDialogOnce(page, 'boards.renameShared', renaming, 'Failed to rename board');
  await page.waitForURL('**/tag/shared/our-home');
  await page.getByRole('link', { name: 'Tagline, home' }).click();
  await sees(main, 'Shared Board (Owner)');
  await main.getByRole('link', { name: /our-home/ }).click();

  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await sees(dialog, 'Delete Shared Board');
  const failure = 'There was an error deleting the shared board. Please try again.';
  await confirmDialogOnce(page, 'boards.removeShared', ['Delete', 'Deleting...'], 'Delete Failed', failure);
  await page.waitForURL((url) => url.pathname === '/');
  await sees(page, 'Board Deleted');
});

test('deleting a shared board leads to the dashboard, however slowly that loads', async () => {
  const { page, main, dialog, sidebar } = await visit('/tag/shared/house', {
    before: (server) => shareBoard(server, 'house', ann),
    texts: ['Paint the door #house'],
  });
  const { release } = await holdRequests(page, '**/assets/DashboardPage-*.js');
  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await sees(page, 'Board Deleted');
  // the messages are now on a private board with the same tag, and the sidebar shows this board
  await sidebar.locator('a[href="/tag/private/house"]').waitFor();
  release();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the list of members says if it cannot be loaded or is empty', async () => {
  const { page } = await visit('/tag/shared/house', {
    before: (server) => shareBoard(server, 'house', ann),
    expected: FAILED_REQUEST,
  });
  await whileCallsFail(page, 'boards.members', async () => {
    await page.getByRole('button', { name: 'Members' }).click();
    await sees(page, 'Error loading members: Failed to fetch');
  });
  await page.route('**/trpc/boards.members*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"result":{"data":[]}}]' }),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Members' }).click();
  await sees(page, 'No members found');
});

test('a board that is deleted meanwhile cannot be renamed', async () => {
  const server = await startServer();
  const { id, client } = await shareBoard(server, 'house', ann);
  const { page, dialog } = await visit('/tag/shared/house', {
    server,
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('home');
  await client.delete(`/api/shared-boards/${id}`);
  await pollNow(page);
  const rename = page.getByRole('button', { name: 'Rename', exact: true, includeHidden: true });
  await rename.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Rename Board' }).click();
  await sees(page, 'Board ID is required for shared boards');
});

test('a renamed board stays open under its new name, drafts included', async () => {
  const server = await startServer();
  const { id, client } = await shareBoard(server, 'house', ann, bob);
  const { dialog, page } = await visit('/tag/shared/house', {
    server,
    as: bob,
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  await startCard(page, 'Paint the door');
  await client.put(`/api/shared-boards/${id}/rename`, { newName: 'home' });
  await pollNow(page);
  await page.waitForURL('**/tag/shared/home');
  await dialog.getByText('Goes to #home').waitFor();
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await sees(page, 'Message added');
  await chooseOnCard(page, 'Edit');
  await dialog.getByLabel('Message', { exact: true }).fill('Paint the door blue');
  await client.put(`/api/shared-boards/${id}/rename`, { newName: 'flat' });
  await pollNow(page);
  await page.waitForURL('**/tag/shared/flat');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await sees(page, 'Message Updated');
  expect((await client.get('/api/shared-boards/flat/messages')).text).toContain('Paint the door blue');
});

import { expect, test } from 'bun:test';
import { SIZES } from '../support/browser';
import { ann } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import { confirmDialogOnce, FAILED_REQUEST, focusedName, sees, visit } from '../support/visit';

test('a private board is created, renamed, and renamed back by Undo', async () => {
  const { server, page, dialog, main, sidebar } = await visit('/', { expected: FAILED_REQUEST });
  await sees(page, 'No boards yet. Start by sending a message with a hashtag!', '#example');
  await sees(sidebar, 'All Texts', 'Private Boards', 'Shared Boards', 'Delete Account', 'Logout');
  await sees(sidebar, 'Notification Settings', 'No shared boards yet. Click + to create one.');

  await page.getByRole('button', { name: 'Create private board' }).click();
  await sees(dialog, 'Create Private Board');
  const create = dialog.getByRole('button', { name: 'Create Board' });
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByLabel('Board name').fill('#Road Trip');
  expect(await dialog.getByLabel('Board name').inputValue()).toBe('Road Trip');
  const creating = ['Create Board', 'Creating...'] as const;
  const failure = ['Error creating private board', 'Failed to create private board'];
  await confirmDialogOnce(page, 'messages.add', creating, ...failure);
  await page.waitForURL('**/tag/private/road-trip');
  const created = 'Your private board #road-trip has been created successfully.';
  await sees(page, 'Private board created', created);

  await sees(main, 'Add Card', 'Rename', 'Invite', 'Delete');
  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('');
  await dialog.getByRole('button', { name: 'Rename Board' }).click();
  await sees(dialog, 'Board name is required');
  await dialog.getByLabel('New name').fill('Summer   Trip!');
  await sees(dialog, 'Will be #summer-trip');
  const renaming = ['Rename Board', 'Renaming...'] as const;
  await confirmDialogOnce(page, 'boards.renamePrivate', renaming, 'Failed to rename board');
  await page.waitForURL('**/tag/private/summer-trip');
  await dialog.waitFor({ state: 'hidden' });
  await until(async () => (await focusedName(page)) === 'Rename');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL('**/tag/private/road-trip');
  await until(async () => (await server.as(ann).get('/api/tags')).text === '["road-trip"]');
});

test('deleting a tag says how many messages go, also from other boards', async () => {
  const { server, page, dialog } = await visit('/', {
    texts: ['Tent pegs #trip', 'Ramen before the ferry #trip #food'],
    expected: FAILED_REQUEST,
  });
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '#trip' });
  await sees(card, 'Private Board');
  expect(await card.textContent()).toMatch(/2 messages/);
  await card.getByRole('link').click();
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('2 messages with #trip').waitFor();
  await dialog.getByText('1 of them is on other boards too').waitFor();
  await confirmDialogOnce(page, 'boards.removeTag', ['Delete', 'Deleting...'], 'Failed to delete tag');
  await page.waitForURL((url) => url.pathname === '/');
  await sees(page, 'Tag deleted', 'All messages with #trip have been removed.');
  await page.getByText('No boards yet.').waitFor();
  expect(await server.messagesOf(ann)).toEqual([]);
});

test('a reserved board cannot be renamed, and its name cannot be taken', async () => {
  const { page, dialog, main } = await visit('/tag/private/uncategorized', {
    texts: ['Ramen #food', 'Loose end'],
  });
  await main.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  expect(await main.getByRole('button', { name: /Rename|Invite/ }).count()).toBe(0);
  await page.goto('/tag/private/food');
  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('Uncategorized');
  await dialog.getByText('You already have #uncategorized').waitFor();
  await dialog.getByRole('button', { name: 'Rename Board' }).click();
  expect(await dialog.isVisible()).toBe(true);
});

test('the sidebar shows its links and buttons in a fixed order', async () => {
  const { page } = await visit('/', {
    texts: ['Ramen #food'],
    before: (server) => shareBoard(server, 'house', ann),
  });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'house owner' }).waitFor();
  const parts = await nav.evaluate((nav) =>
    [...nav.querySelectorAll('a, button, h2')].map(
      (part) => part.getAttribute('aria-label') ?? part.textContent.replace(/\s+/g, ' ').trim(),
    ),
  );
  const order = [
    'Tagline, home',
    'All Texts',
    'Private Boards',
    'Create private board',
    '#food, 1 new message',
    'Shared Boards',
    'Create shared board',
    'houseowner',
    'Search',
    'Open the command bar, Ctrl K',
    'Delete Account',
    'Notification Settings',
    'Logout',
  ];
  expect(parts.filter((part) => order.includes(part))).toEqual(order);
});

test('the search box opens by key or button, searches, and closes when empty', async () => {
  const { page } = await visit('/all-texts', { texts: ['Ramen #food'] });
  const box = page.getByPlaceholder('Search all messages...');
  await page.getByText('Ramen').first().waitFor();
  await page.keyboard.press('/');
  await box.waitFor();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/all-texts');
  await page.keyboard.type('tents');
  await sees(page, 'Search all messages...', 'Clear search');
  await page.getByRole('button', { name: 'Clear search' }).click();
  expect(await box.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.type('  ramen ');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL('**/search?q=ramen');

  // if there is no sidebar, the key `/` opens the search page
  await page.setViewportSize(SIZES.tablet);
  await page.goto('/all-texts');
  await page.getByText('Ramen').first().waitFor();
  await page.keyboard.press('/');
  await page.waitForURL('**/search');
  await until(async () => (await focusedName(page)) === 'Search all messages');
  await page.keyboard.press('Tab');
  await page.keyboard.press('/');
  expect(await focusedName(page)).toBe('Search all messages');
});

test('keyboard shortcuts work until they are switched off', async () => {
  const { page, dialog } = await visit('/all-texts', { texts: ['Ramen #food'] });
  await page.getByText('Ramen').first().waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('n?/ga');
  await until(
    async () => (await page.getByRole('textbox', { name: 'Write a note' }).inputValue()) === 'n?/ga',
  );
  await page.keyboard.press('Escape');
  for (const [keys, path] of [
    ['gh', '/'],
    ['gp', '/profile'],
    ['gn', '/notifications'],
    ['ga', '/all-texts'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForURL((url) => url.pathname === path);
  }
  await page.keyboard.press('?');
  await dialog.getByText('Go to your boards').waitFor();
  await dialog.getByLabel('Shortcuts of single letters').click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await dialog.getByText('Go to your boards').waitFor();
});

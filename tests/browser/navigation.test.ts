import { expect, test } from 'bun:test';
import { holdAnswers, holdRequests, tabTo } from '../support/browser';
import { ann, bob } from '../support/cast';
import { fillHousehold } from '../support/household';
import { until } from '../support/server';
import { chooseOnCard, NO_BOARD, sees, startCard, untilFocused, visit } from '../support/visit';

test('the menu on a phone is closed by a link, Escape, a button and Back', async () => {
  const { page } = await visit('/', { texts: ['Ramen #food'], size: 'phone' });
  const open = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });

  await page.setViewportSize({ width: 844, height: 390 }); // a phone in landscape
  await open.click();
  await menu.getByRole('link', { name: 'food' }).click();
  await page.waitForURL('**/tag/private/food');
  await menu.waitFor({ state: 'hidden' });
  await page.locator('header').getByText('#food').waitFor();

  await open.focus();
  await page.keyboard.press('Enter');
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await untilFocused(open);

  await open.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await menu.waitFor({ state: 'hidden' });

  await open.click();
  await menu.getByRole('button', { name: 'Create private board' }).click();
  const create = page.getByRole('dialog', { name: 'Create Private Board' });
  await create.waitFor();
  await page.keyboard.press('Escape');
  await create.waitFor({ state: 'hidden' });
  expect(await menu.isVisible()).toBe(true);
  await page.goBack();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await menu.waitFor({ state: 'hidden' });
});

test('a page saves nothing after another person has signed in', async () => {
  const { server, page, setCookies } = await visit('/all-texts', {
    texts: [[bob, 'Mine alone #bobs']],
    expected: [/status of 401/],
  });
  await startCard(page, 'Of Ann alone');
  const { cookies } = await server.introduce(bob);
  const { release } = await holdAnswers(page, ''); // a poll must not notice the other person before the click
  await setCookies(cookies);
  await page.getByRole('button', { name: 'Add Message' }).click();
  release();
  await page.getByText('Bob Ray').first().waitFor();
  await page.getByText('Mine alone').waitFor();
  expect(await page.getByText('Ann Lee').count()).toBe(0);
  await page.getByRole('button', { name: 'Add Card' }).click();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  expect(await server.messagesOf(bob)).toHaveLength(1);
});

test('Back closes an open dialog before it leaves the page', async () => {
  const { page, dialog, main, sidebar } = await visit('/tag/private/garden', {
    texts: ['Ramen #food', 'Tulips #garden'],
  });
  const back = () => page.evaluate(() => history.back());
  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('orchard');
  await back(); // the history of the tab has no page before this one
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tag/private/garden');
  await sidebar.getByRole('link', { name: 'food' }).click();
  await page.waitForURL('**/tag/private/food');

  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('1 message with #food').waitFor();
  await back();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create private board' }).click();
  await dialog.getByLabel('Board name').waitFor();
  await back();
  await dialog.waitFor({ state: 'hidden' });
  await main.getByRole('button', { name: 'Add Card' }).click();
  await dialog.getByLabel('Message', { exact: true }).fill('Dumplings');
  const { release } = await holdAnswers(page, 'messages.add');
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await back();
  await dialog.getByText('Adding...').waitFor();
  release();
  await sees(page, 'Message added');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tag/private/food');

  await chooseOnCard(page, 'Add tag');
  await dialog.getByRole('link', { name: '#food' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goBack();
  await back();
  await page.waitForURL('**/tag/private/garden');
});

test('Back and Forward show a long list where it was left, and other pages begin at the top', async () => {
  const { page, sidebar } = await visit('/tag/log', {
    texts: ['Ramen #food'],
    before: async (server) => {
      const { post } = await server.introduce(ann);
      for (let n = 0; n < 120; n++) await post('/api/messages', { content: `Entry ${n}`, tags: ['log'] });
    },
  });
  const top = () => page.evaluate(() => scrollY);
  /** Returns the text and the place of the first card that is whole in the window. */
  const firstInView = () =>
    page.evaluate(() => {
      const places = [...document.querySelectorAll('article')].map((card) => ({
        text: /Entry \d+/.exec(card.textContent)?.[0], // without its age, which changes every minute
        top: Math.round(card.getBoundingClientRect().top),
      }));
      return JSON.stringify(places.filter((place) => place.top > 0).sort((a, b) => a.top - b.top)[0]);
    });
  await page.getByText('Entry 119').waitFor();
  await page.evaluate(() => scrollTo(0, 1_000));
  let left = '';
  await until(async () => {
    const before = left;
    left = await firstInView();
    return before === left && /Entry (8|9)/.test(left);
  });
  await sidebar.getByRole('link', { name: 'food' }).click();
  await page.getByText('Ramen').first().waitFor();
  await until(async () => (await top()) === 0);
  await page.goBack();
  await until(async () => (await firstInView()) === left);
  await page.goForward();
  await page.getByText('Ramen').first().waitFor();
  await until(async () => (await top()) === 0);
  await page.goBack();
  await until(async () => (await firstInView()) === left);
});

test('an address with a lone percent sign opens its board', async () => {
  const { page } = await visit('/tag/50%', { expected: [NO_BOARD] });
  await page.getByRole('heading', { name: '#50' }).waitFor();
});

test('a screen whose code takes long is replaced by the loading screen, beside the menu', async () => {
  const { page } = await visit('/all-texts');
  await page.getByText('No messages yet').waitFor();
  const { release } = await holdRequests(page, '**/assets/ProfilePage-*.js');
  const profile = page.getByRole('link', { name: 'Ann Lee' });
  await profile.click();
  expect(await page.getByText('No messages yet').isVisible()).toBe(true);
  await page.getByRole('main').getByText('Loading...').first().waitFor();
  expect(await profile.isVisible()).toBe(true);
  release();
  await page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
  expect(await page.getByText('Loading...').count()).toBe(0);
});

test('signing out hides all messages, also in other open tabs', async () => {
  const { page, context } = await visit('/all-texts', {
    texts: ['Mine alone #diary'],
    expected: [/status of 401/],
  });
  await page.goto('/tag/private/diary');
  await page.getByText('Mine alone').waitFor();
  const beside = await context.newPage();
  await beside.goto('/all-texts');
  await beside.getByText('Mine alone').waitFor();
  await page.bringToFront(); // Chromium draws a page behind another one only once a second
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await beside.reload();
  await beside.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL('**/login');
  expect(await page.getByText('Mine alone').count()).toBe(0);
});

test('a message is added to the open board by keyboard alone', async () => {
  const { server, page, dialog } = await visit('/tag/private/food', { texts: ['Ramen #food'] });
  await page.getByText('Ramen').first().waitFor();
  await tabTo(page, /^Add Card$/);
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.keyboard.type('Dumplings');
  await tabTo(page, /^Add Message$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Dumplings').waitFor();
  expect((await server.messagesOf(ann))[0]).toMatchObject({
    content: 'Dumplings',
    tags: ['food'],
    source: 'ui',
  });
});

test('a phone has tabs, a field above them, and the name of the board in its header', async () => {
  const { page, dialog } = await visit('/tag/private/food', { before: fillHousehold, size: 'phone' });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await page.getByRole('article').first().waitFor();
  await tabs.waitFor();
  const field = page.getByRole('textbox', { name: 'Write to #food' });
  const [box, bar] = [(await field.boundingBox())!, (await tabs.boundingBox())!];
  expect(box.y + box.height).toBeLessThan(bar.y);
  expect(bar.y + bar.height).toBe(844);
  const heading = (await page.getByRole('heading', { name: '#food', level: 1 }).boundingBox())!;
  expect(heading.width).toBe(1);
  await page.locator('header').getByText('#food').waitFor();
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = (await page.getByRole('article').last().boundingBox())!;
    return last.y + last.height <= box.y;
  });

  await page.getByRole('button', { name: 'Add Card' }).tap();
  await page.setViewportSize({ width: 390, height: 500 }); // a keyboard is up
  const add = page.getByRole('button', { name: 'Add Message' });
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Dumplings');
  const button = (await add.boundingBox())!;
  expect(button.y + button.height).toBeLessThanOrEqual(500);
  await add.tap();
  await page.getByText('Message added').first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Actions for #food' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  expect(items).toEqual([
    'Search #food',
    'Pin to the top',
    'Make it a list',
    'Archive',
    'Notes by mail',
    'Feed',
    'Publish...',
    'Guest links...',
    'Rename',
    'Invite',
    'Delete',
  ]);
  await page.keyboard.press('Escape');
  for (const [tab, title] of [
    ['Reminders', 'Reminders'],
    ['Search', 'Search Messages'],
    ['All Texts', 'All Texts'],
    ['Boards', 'Hi, Ann'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).tap();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur()); // a keyboard would hide the tabs
    await tabs.locator('[aria-current=page]', { hasText: tab }).waitFor();
  }
});

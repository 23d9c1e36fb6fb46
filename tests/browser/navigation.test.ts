import { expect, test } from 'bun:test';
import { holdAnswers, holdRequests, tabTo } from '../support/browser';
import { ann, bob } from '../support/cast';
import { testServer, until } from '../support/server';
import { NO_BOARD, visit, waitForToast } from '../support/visit';

test('the menu on a phone is closed by a link, Escape, a button and Back', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  await using tab = await visit(server, ann, '/', { size: 'phone' });
  const { page } = tab;
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
  await until(() => open.evaluate((button) => button === document.activeElement));

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
  await using server = await testServer();
  await server.text(bob, 'Mine alone #bobs');
  await using tab = await visit(server, ann, '/all-texts', { expected: [/status of 401/] });
  const { page } = tab;
  await page.getByRole('button', { name: 'Add Card' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Of Ann alone');
  const { cookies } = await server.introduce(bob);
  const { release } = await holdAnswers(page, ''); // a poll must not notice the other person before the click
  await tab.setCookies(cookies);
  await page.getByRole('button', { name: 'Add Message' }).click();
  release();
  await page.getByText('Bob Ray').first().waitFor();
  await page.getByText('Mine alone').waitFor();
  expect(await page.getByText('Ann Lee').count()).toBe(0);
  await page.getByRole('button', { name: 'Add Card' }).click();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  expect((await server.as(bob).get<unknown[]>('/api/messages')).body).toHaveLength(1);
});

test('Back closes an open dialog before it leaves the page', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  await server.text(ann, 'Tulips #garden');
  await using tab = await visit(server, ann, '/tag/private/garden');
  const { page } = tab;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const back = () => page.evaluate(() => history.back());
  await main.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill('orchard');
  await back(); // the history of the tab has no page before this one
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tag/private/garden');
  await page.getByRole('navigation').getByRole('link', { name: 'food' }).click();
  await page.waitForURL('**/tag/private/food');

  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('1 message with #food').waitFor();
  await back();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create private board' }).click();
  await dialog.getByLabel('Board name').waitFor();
  await back();
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  await dialog.getByLabel('Message', { exact: true }).fill('Dumplings');
  const { release } = await holdAnswers(page, 'messages.add');
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await back();
  await dialog.getByText('Adding...').waitFor();
  release();
  await waitForToast(page, 'Message added');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tag/private/food');

  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add tag' }).click();
  await dialog.getByRole('link', { name: '#food' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goBack();
  await back();
  await page.waitForURL('**/tag/private/garden');
});

test('Back and Forward show a long list where it was left, and other pages begin at the top', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  const { post } = await server.introduce(ann);
  for (let n = 0; n < 120; n++) await post('/api/messages', { content: `Entry ${n}`, tags: ['log'] });
  await using tab = await visit(server, ann, '/tag/log');
  const { page } = tab;
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
  await page.getByRole('navigation').getByRole('link', { name: 'food' }).click();
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
  await using server = await testServer();
  await using tab = await visit(server, ann, '/tag/50%', { expected: [NO_BOARD] });
  await tab.page.getByRole('heading', { name: '#50' }).waitFor();
});

test('a screen whose code takes long is replaced by the loading screen, beside the menu', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/all-texts');
  const { page } = tab;
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
  await using server = await testServer();
  await server.text(ann, 'Mine alone #diary');
  await using tab = await visit(server, ann, '/all-texts', { expected: [/status of 401/] });
  const { page, context } = tab;
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

test('the next person at a browser sees nothing of the previous person', async () => {
  await using server = await testServer();
  await server.text(ann, 'Mine alone #diary');
  await server.text(bob, 'Bob was here #log');
  await using tab = await visit(server, ann, '/all-texts');
  const { page, context } = tab;
  await page.getByText('Mine alone').waitFor();
  const draft = page.getByRole('dialog').getByLabel('Message', { exact: true });
  await page.keyboard.press('n');
  await draft.fill('Half a thought of Ann’s');
  await context.clearCookies();
  await tab.setCookies((await server.introduce(bob)).cookies);
  await page.goto('/all-texts');
  await page.getByText('Bob was here').waitFor();
  expect(await page.getByText('Mine alone').count()).toBe(0);
  await page.keyboard.press('n');
  expect(await draft.inputValue()).toBe('');
});

test('a message is added to the open board by keyboard alone', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  await using tab = await visit(server, ann, '/tag/private/food');
  const { page } = tab;
  await page.getByText('Ramen').first().waitFor();
  await tabTo(page, /^Add Card$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.keyboard.type('Dumplings');
  await tabTo(page, /^Add Message$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Dumplings').waitFor();
  const [message] = (await server.as(ann).get<{ tags: string[]; source: string }[]>('/api/messages')).body;
  expect(message).toMatchObject({ content: 'Dumplings', tags: ['food'], source: 'ui' });
});

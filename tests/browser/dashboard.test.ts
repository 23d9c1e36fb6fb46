import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, horizontalOverflow, SIZES, tabTo } from '../support/browser';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { type TestServer, until } from '../support/server';
import { focusedName, pollNow, visit } from '../support/visit';

const cards = (page: Page) => page.getByRole('list', { name: 'Boards' }).getByRole('listitem');
const names = (page: Page) =>
  cards(page).evaluateAll((cards) => cards.map((card) => card.querySelector('a')?.firstChild?.textContent));

const shareHouse = (server: TestServer) => shareBoard(server, 'house', ann, bob);

const unreadOfHouse = async (server: TestServer) =>
  (await server.as(ann).get<{ unread: number }[]>('/api/shared-boards-with-counts')).body[0]?.unread;

const setFocused = (page: Page, focused: boolean) =>
  page.evaluate((focused) => {
    document.hasFocus = () => focused;
    dispatchEvent(new Event(focused ? 'focus' : 'blur'));
  }, focused);

test('what was seen in one browser is seen in the other', async () => {
  const laptop = await visit('/', { before: shareHouse, fakeClock: true });
  const { server } = laptop;
  const phone = await visit('/', { server, size: 'phone' });
  await server.text(bob, 'We are out of bulbs #house');
  await server.text(bob, 'And of tea #house');
  const unread = /house.*, 2 new messages/;
  await laptop.main.getByRole('link', { name: unread }).waitFor();
  await laptop.sidebar.getByRole('link', { name: unread }).waitFor();
  await until(async () => (await laptop.page.title()) === '(2) Tagline');
  await phone.main.getByRole('link', { name: unread }).click();
  await phone.page.getByText('And of tea').waitFor();
  await until(async () => (await unreadOfHouse(server)) === 0);
  await pollNow(laptop.page);
  await laptop.main.getByRole('link', { name: 'house', exact: true }).waitFor();
  await laptop.sidebar.getByRole('link', { name: 'house owner', exact: true }).waitFor();
  await until(async () => (await laptop.page.title()) === 'Tagline');
});

test('the title counts messages that come while nobody looks, until somebody looks again', async () => {
  const { server, page, main } = await visit('/tag/shared/house', { before: shareHouse });
  await main.getByText('No messages found with #house').waitFor();
  await server.text(bob, 'We are out of bulbs #house');
  await page.getByText('We are out of bulbs').waitFor();
  // the message came while Ann looked at the board
  await until(async () => (await unreadOfHouse(server)) === 0);
  expect(await page.title()).toBe('#house · Tagline');

  await setFocused(page, false);
  await server.text(bob, 'And of tea #house');
  await server.text(bob, 'And of milk #house');
  await until(async () => (await page.title()) === '(2) #house · Tagline');
  expect(await unreadOfHouse(server)).toBe(2);
  await setFocused(page, true);
  await until(async () => (await page.title()) === '#house · Tagline');
  await until(async () => (await unreadOfHouse(server)) === 0);
});

test('a board is pinned by keyboard, keeps the focus, and stays on top', async () => {
  const { server, page, main } = await visit('/', { texts: ['Entry #food', 'Entry #books', 'Entry #trip'] });
  await until(async () => (await names(page)).join() === '#trip,#books,#food');
  await page.getByRole('heading', { name: 'Hi, Ann' }).click();
  const pin = main.getByRole('button', { name: 'Pin #food' });
  await pin.focus();
  await page.keyboard.press('Enter');
  await until(async () => (await names(page)).join() === '#food,#trip,#books');
  expect(await focusedName(page)).toBe('Pin #food');
  expect(await pin.getAttribute('aria-pressed')).toBe('true');
  await until(async () => (await server.as(ann).get('/api/tags')).text === '["food","trip","books"]');
  await page.reload();
  await until(async () => (await names(page)).join() === '#food,#trip,#books');
  await tabTo(page, /#food/);
});

test('on a phone the pin of a card is visible and can be tapped', async () => {
  const { page, main } = await visit('/', { texts: ['Entry #food', 'Entry #books'], size: 'phone' });
  const pin = main.getByRole('button', { name: 'Pin #food' });
  await pin.waitFor();
  expect(await pin.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
  await pin.tap();
  await until(async () => (await names(page)).join() === '#food,#books');
});

test('the sidebar shows private and shared boards at once, and none moves under the pointer', async () => {
  const { server, page, sidebar, screenshot } = await visit('/tag/private/board-7', {
    before: async (server) => {
      const { client } = await shareBoard(server, 'house', ann);
      for (const name of ['trip', 'choir', 'school', 'garden']) await shareBoard(server, name, ann);
      for (let n = 1; n <= 15; n++) {
        const content = Array.from({ length: 20 }, (_, k) => `#board-${(n - 1) * 20 + k + 1}`).join(' ');
        await client.post('/api/messages', { content: `Entry ${content}`, source: 'ui' });
      }
      await client.put('/api/boards/board-44/pin', { pinned: true });
    },
  });
  const links = sidebar.locator('li a');
  await until(async () => (await links.count()) === 305);
  expect(await links.first().textContent()).toBe('#board-44');
  expect(await sidebar.locator('[aria-current=page]').textContent()).toBe('#board-7');
  const isInSight = (name: string) =>
    sidebar.getByText(name, { exact: true }).evaluate((word) => {
      const { left, top, bottom } = word.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => word.contains(document.elementFromPoint(left + 5, y)));
    });
  for (const name of ['board-7', 'house', 'trip', 'choir', 'school', 'garden', 'Notification Settings'])
    await until(() => isInSight(name));

  const order = () => links.allTextContents().then((names) => names.slice(0, 3).join());
  await links.first().hover();
  const before = await order();
  await server.text(ann, 'News #board-9');
  await sidebar.getByRole('link', { name: /^board-9\b.* 1 new message/ }).waitFor();
  expect(await order()).toBe(before);
  await page.mouse.move(700, 300);
  await until(async () => (await order()).includes('board-9'));

  await page.goto('/');
  await until(async () => (await cards(page).count()) === 305);
  await page.getByRole('searchbox', { name: 'Filter boards' }).fill('board-299');
  await until(async () => (await names(page)).join() === '#board-299');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByText('Shared', { exact: true }).click();
  await page.getByText('No board has “board-299” in its name.').waitFor();
  await page.setViewportSize(SIZES.phone);
  expect(await horizontalOverflow(page)).toBe(0);
  await screenshot('dashboard-300');
});

test('the open board is marked and in view, and the dashboard is marked', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => `Entry #board-${n + 10}`);
  const { sidebar, screenshot } = await visit('/tag/board-12', { texts });
  const marked = () =>
    sidebar
      .locator('[aria-current=page]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent));
  const link = sidebar.getByRole('link', { name: 'board-12' });
  const inView = () =>
    link.evaluate((element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
    });
  await until(inView);
  expect(await marked()).toEqual(['#board-12']);
  await screenshot('sidebar');

  // no board is visible above a sticky heading
  const above = await sidebar.getByRole('heading', { name: 'Private Boards' }).evaluate((heading) => {
    const { top, left } = heading.parentElement!.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top - 1)?.closest('li')?.textContent ?? null;
  });
  expect(above).toBeNull();

  await sidebar.getByRole('link', { name: 'Tagline, home' }).click();
  await until(async () => (await marked()).join() === 'Tagline, home');
});

import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { bob } from '../support/cast';
import { fillHousehold } from '../support/household';
import { until } from '../support/server';
import { focusedName, visit } from '../support/visit';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });
const options = (page: Page) =>
  page.getByRole('option').evaluateAll((rows) => rows.map((row) => row.children[1]?.textContent ?? ''));
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]').textContent();
const open = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await until(() => page.evaluate(() => document.activeElement?.role === 'combobox'));
};

test('the command bar leads to boards, people, messages and dialogs by keyboard', async () => {
  const { page } = await visit('/tag/food', { before: fillHousehold });
  await page.getByRole('button', { name: 'Add Card' }).focus();
  await open(page);
  expect(await options(page)).toContain('Notification Settings');

  await field(page).pressSequentially('osl');
  await until(async () => (await options(page))[0] === 'trip-to-oslo');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tag/shared/trip-to-oslo');
  await field(page).waitFor({ state: 'hidden' });

  // the board that the person has just left is now the first suggestion
  await open(page);
  await until(async () => (await options(page))[0] === 'food');
  await page.keyboard.press('End');
  expect(await chosen(page)).toBe('Logout');
  await page.keyboard.press('ArrowDown');
  expect(await chosen(page)).toContain('food');
  await page.keyboard.press('ArrowUp');
  expect(await chosen(page)).toBe('Logout');
  await page.keyboard.press('Home');
  expect(await chosen(page)).toContain('food');

  await field(page).fill('bob');
  await until(async () => (await options(page))[0] === 'Bob Ray');
  await page.keyboard.press('Enter');
  await page.getByText('Results for "from:"Bob Ray"" (3 found)').waitFor();

  await open(page);
  await field(page).fill('lemon');
  await page.getByRole('option', { name: /^Lemon tart from the bakery/ }).waitFor();
  expect(await page.getByRole('option').locator('mark').allTextContents()).toEqual(['Lemon']);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await until(
    async () => (await page.locator('article:focus').textContent())?.includes('Lemon tart') ?? false,
  );

  await open(page);
  await field(page).fill('keyb');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Open the command bar').waitFor();
});

test('the command bar returns the focus, and so does a dialog that it opens', async () => {
  const { page } = await visit('/tag/food', { texts: ['Ramen #food'] });
  const link = page.getByRole('link', { name: 'All Texts' });
  const returned = () => until(async () => (await focusedName(page)) === 'All Texts');
  // waits, because a part that is still loading could take the focus
  await page.getByRole('article').getByText('Ramen').waitFor();
  await link.focus();
  for (const close of ['Escape', 'Control+k']) {
    await open(page);
    await page.keyboard.press(close);
    await field(page).waitFor({ state: 'hidden' });
    await returned();
  }
  await open(page);
  await page.evaluate(() => history.back());
  await field(page).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tag/food');
  await returned();
  await open(page);
  await field(page).fill('add card');
  await page.keyboard.press('Enter');
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await message.fill('Dumplings');
  await page.keyboard.press('Escape');
  await message.waitFor({ state: 'hidden' });
  await returned();
});

test('the keys of the command bar do nothing while a dialog is open or a character is composed', async () => {
  const { page } = await visit('/search');
  const search = page.getByRole('main').getByRole('combobox', { name: 'Search all messages' });
  await search.waitFor();
  const press = (isComposing: boolean) =>
    search.evaluate(
      (input, isComposing) =>
        !input.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'k',
            ctrlKey: true,
            cancelable: true,
            bubbles: true,
            isComposing,
          }),
        ),
      isComposing,
    );
  expect(await press(true)).toBe(false);
  await page.getByRole('button', { name: 'Create private board' }).click();
  await page.getByRole('dialog', { name: 'Create Private Board' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await field(page).count()).toBe(0);
  expect(await press(false)).toBe(true);
  await field(page).waitFor();
});

test('the command bar finds nothing of others, and shows what is typed as text', async () => {
  const { page } = await visit('/', {
    texts: [[bob, 'Mine alone #bobs'], 'Not mine alone'],
    fakeClock: true,
  });
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await open(page);
  const search = async (typed: string) => {
    const answer = page.waitForResponse(/search\.messages/);
    await field(page).fill(typed);
    await page.clock.fastForward(200); // the search begins after a pause in typing
    await (await answer).finished();
  };
  await search('mine');
  await until(async () => (await options(page)).length === 2);
  expect(await options(page)).toEqual(['Search for “mine”', 'Not mine alone']);
  const hostile = ['<img src=x onerror=alert(1)>', '"', '%_\\', 'x'.repeat(3000)];
  for (const typed of ['bob', 'mine alone #bobs', '#bobs', ...hostile]) {
    await search(typed);
    await until(async () => (await options(page)).length === 1);
    // a late answer would be on the screen after this frame
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await options(page)).toEqual([`Search for “${typed}”`]);
  }
});

test('on a phone the search button of the header opens the command bar as a sheet', async () => {
  const { page } = await visit('/all-texts', { before: fillHousehold, size: 'phone' });
  await page.locator('header').getByRole('button', { name: 'Search' }).tap();
  await field(page).waitFor();
  const bar = page.getByRole('dialog', { name: 'Command bar' });
  expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  const heights = await page
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  // imitates the keyboard of a phone, which reduces the height of the visible part of the window
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 400 });
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  await until(async () => (await bar.boundingBox())?.height === 400);
  await field(page).fill('ferry');
  await page.getByRole('option', { name: 'Search for “ferry”' }).tap();
  await page.getByText('Results for "ferry" (2 found)').waitFor();
});

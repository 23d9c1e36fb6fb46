import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers } from '../support/browser';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import {
  chooseOnCard,
  clickInVain,
  FAILED_REQUEST,
  pollNow,
  startCard,
  visit,
  waitForToast,
} from '../support/visit';

const card = (page: Page, text: string) => page.getByRole('feed').locator('article', { hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');

async function poll(page: Page) {
  const answer = page.waitForResponse(/messages\.polledPage/);
  await pollNow(page);
  await answer;
}

test('an added message shows before the answer, and its card stays the same one', async () => {
  const { page } = await visit('/tag/private/food', { texts: ['Older #food'], fakeClock: true });
  await card(page, 'Older').waitFor();
  await startCard(page, 'Dumplings');
  const { release } = await holdAnswers(page, 'messages.add');
  await dialog(page).getByRole('button', { name: 'Add Message' }).click();
  await dialog(page).getByRole('button', { name: 'Adding...' }).waitFor();
  const shown = card(page, 'Dumplings');
  await shown.waitFor();
  expect(await shown.locator('[aria-busy]').count()).toBe(1);
  expect(await shown.getByRole('button', { name: /Actions/, includeHidden: true }).isDisabled()).toBe(true);
  await shown.evaluate((element) => element.setAttribute('data-same', ''));
  await poll(page); // the polled list does not have the message yet
  expect(await shown.count()).toBe(1);
  release();
  await dialog(page).waitFor({ state: 'hidden' });
  await until(async () => (await shown.locator('[aria-busy]').count()) === 0);
  await poll(page);
  expect(await page.locator('article[data-same]').count()).toBe(1);
  expect(await page.locator('article').count()).toBe(2);
});

test('a deleted message is gone at once, everywhere, and Undo brings it back', async () => {
  const { server, page } = await visit('/tag/private/food', {
    texts: ['Ramen #food #trip', 'Stays #food'],
    fakeClock: true,
  });
  await card(page, 'Ramen').waitFor();
  await chooseOnCard(page, 'Delete', card(page, 'Ramen'));
  const { release } = await holdAnswers(page, 'messages.remove');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Deleting...' }).waitFor();
  await card(page, 'Ramen').waitFor({ state: 'detached' });
  await poll(page);
  expect(await card(page, 'Ramen').count()).toBe(0);
  release();
  await waitForToast(page, 'Message deleted');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(await page.getByRole('navigation').getByText('trip').count()).toBe(0);
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await card(page, 'Ramen').waitFor();
  await page.getByRole('navigation').getByText('trip').waitFor();
  // the card comes back before the answer
  await until(async () => `${(await server.messagesOf(ann)).map(({ tags }) => tags)}` === 'food,food,trip');
});

test('a deleted tag comes back with its messages by Undo', async () => {
  const { page } = await visit('/tag/private/food', { texts: ['Ramen #food'] });
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await waitForToast(page, 'Tag deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Ramen').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tag/private/food');
});

test('an edit shows at once and is taken back when the server refuses', async () => {
  const { page } = await visit('/all-texts', {
    texts: ['Ramen #food'],
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  await card(page, 'Ramen').waitFor();
  await chooseOnCard(page, 'Edit');
  const text = dialog(page).getByLabel('Message', { exact: true });
  await text.fill('Udon');
  const { release } = await holdAnswers(page, 'messages.edit');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await card(page, 'Udon').waitFor();
  await poll(page);
  expect(await card(page, 'Ramen').count()).toBe(0);
  release();
  await dialog(page).waitFor({ state: 'hidden' });
  await chooseOnCard(page, 'Edit');
  await text.fill('Soba');
  const save = dialog(page).getByRole('button', { name: 'Save Changes' });
  await clickInVain(page, 'messages.edit', save, 'Update Failed');
  await card(page, 'Udon').waitFor();
  expect(await text.inputValue()).toBe('Soba');
});

test('what one person deletes is gone for the other until it is taken back', async () => {
  const anns = await visit('/tag/shared/house', {
    before: (server) => shareBoard(server, 'house', ann, bob),
    texts: ['Lamp #house'],
  });
  const bobs = await visit('/tag/shared/house', { server: anns.server, as: bob, fakeClock: true });
  await card(bobs.page, 'Lamp').waitFor();
  await chooseOnCard(anns.page, 'Delete');
  await dialog(anns.page).getByRole('button', { name: 'Delete', exact: true }).click();
  await waitForToast(anns.page, 'Message deleted');
  await pollNow(bobs.page);
  await card(bobs.page, 'Lamp').waitFor({ state: 'detached' });
  await anns.page.getByRole('button', { name: 'Undo' }).click();
  await card(bobs.page, 'Lamp').waitFor();
});

test('the code of the dialogs is there before they are opened', async () => {
  const { page, context } = await visit('/all-texts', {
    expected: [/ERR_INTERNET_DISCONNECTED/],
    idle: true,
  });
  await page.getByText('No messages yet').waitFor();
  await until(async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return ['AddMessageDialog', 'EditMessageDialog', 'DeleteMessageDialog'].every((chunk) =>
      names.some((name) => name.includes(chunk)),
    );
  });
  await context.setOffline(true);
  await startCard(page, 'Typed without a connection');
});

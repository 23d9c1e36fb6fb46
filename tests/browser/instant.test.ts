import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, LOOKS, type Look } from '../support/browser';
import { ann } from '../support/cast';
import { until } from '../support/server';
import {
  chooseOnCard,
  clickInVain,
  FAILED_REQUEST,
  pollNow,
  sees,
  startCard,
  submit,
  visit,
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
  await sees(page, 'Message deleted');
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
  await sees(page, 'Tag deleted');
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

async function startEditing(look: Partial<Look> = {}) {
  const tab = await visit('/tag/private/trip', {
    texts: ['Ferry at nine #trip'],
    expected: FAILED_REQUEST,
    ...look,
  });
  await chooseOnCard(tab.page, 'Edit');
  const text = tab.dialog.getByLabel('Message', { exact: true });
  await text.fill('Ferry at ten');
  const stored = () => tab.server.messagesOf(ann);
  return { ...tab, text, stored, id: (await stored())[0]!.id };
}

test('the second of two edits is told of the first, and sees both', async () => {
  const { server, dialog, text, stored, id, looksRight } = await startEditing(LOOKS[1]);
  await server.as(ann).patch(`/api/messages/${id}`, { content: 'Ferry at eight' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText(/It was changed meanwhile/).waitFor();
  await dialog.getByText('Ferry at eight', { exact: true }).waitFor();
  expect(await text.inputValue()).toBe('Ferry at ten');
  expect((await stored())[0]?.content).toBe('Ferry at eight');
  await looksRight('edited-meanwhile');
  await submit(dialog, 'Save Changes');
  expect((await stored())[0]?.content).toBe('Ferry at ten');
});

test('an edited message that was deleted meanwhile can be saved as a new one', async () => {
  const { server, page, dialog, stored, id, screenshot } = await startEditing();
  await server.as(ann).delete(`/api/messages/${id}`);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('It was deleted. Save as a new one?').waitFor();
  await screenshot('deleted-meanwhile');
  await dialog.getByRole('button', { name: 'Save as New' }).click();
  await sees(page, 'Message added');
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject([{ id, content: 'Ferry at ten', tags: ['trip'] }]);
});

import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, whileServerFails } from '../support/browser';
import { ann, bob } from '../support/cast';
import { testServer, until } from '../support/server';
import { FAILED_REQUEST, pollNow, visit, waitForToast } from '../support/visit';

const card = (page: Page, text: string) => page.getByRole('feed').locator('article', { hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Actions for the message of Ann Lee' }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function poll(page: Page) {
  const answer = page.waitForResponse(/messages\.polledPage/);
  await pollNow(page);
  await answer;
}

test('an added message shows before the answer, and its card stays the same one', async () => {
  await using server = await testServer();
  await server.text(ann, 'Older #food');
  await using tab = await visit(server, ann, '/tag/private/food', { fakeClock: true });
  const { page } = tab;
  await card(page, 'Older').waitFor();
  await page.getByRole('button', { name: 'Add Card' }).click();
  await dialog(page).getByLabel('Message', { exact: true }).fill('Dumplings');
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

test('a message that the server refuses leaves the list, and its text stays in the dialog', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/all-texts', { expected: FAILED_REQUEST });
  const { page } = tab;
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('button', { name: 'Add Card' }).click();
  const text = dialog(page).getByLabel('Message', { exact: true });
  await text.fill('Written on a train');
  await whileServerFails(page, 'messages.add', async () => {
    await dialog(page).getByRole('button', { name: 'Add Message' }).click();
    await waitForToast(page, 'Failed to add message');
  });
  expect(await card(page, 'train').count()).toBe(0);
  expect(await text.inputValue()).toBe('Written on a train');
  await dialog(page).getByRole('button', { name: 'Add Message' }).click();
  await card(page, 'train').waitFor();
  const stored = () => server.as(ann).get<unknown[]>('/api/messages');
  await until(async () => (await stored()).body.length === 1); // the card comes before the answer
});

test('a deleted message is gone at once, everywhere, and Undo brings it back', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food #trip');
  await server.text(ann, 'Stays #food');
  await using tab = await visit(server, ann, '/tag/private/food', { fakeClock: true });
  const { page } = tab;
  await card(page, 'Ramen').waitFor();
  await page
    .getByRole('feed')
    .locator('article')
    .nth(1)
    .getByRole('button', { name: /Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
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
  await until(async () => {
    const { body } = await server.as(ann).get<{ tags: string[] }[]>('/api/messages');
    return Bun.deepEquals(
      body.map(({ tags }) => tags),
      [['food'], ['food', 'trip']],
    );
  });
});

test('a deleted tag comes back with its messages by Undo', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  await using tab = await visit(server, ann, '/tag/private/food');
  const { page } = tab;
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await waitForToast(page, 'Tag deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Ramen').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tag/private/food');
});

test('an edit shows at once and is taken back when the server refuses', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  await using tab = await visit(server, ann, '/all-texts', { expected: FAILED_REQUEST, fakeClock: true });
  const { page } = tab;
  await card(page, 'Ramen').waitFor();
  await choose(page, 'Edit');
  const text = dialog(page).getByLabel('Message', { exact: true });
  await text.fill('Udon');
  const { release } = await holdAnswers(page, 'messages.edit');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await card(page, 'Udon').waitFor();
  await poll(page);
  expect(await card(page, 'Ramen').count()).toBe(0);
  release();
  await dialog(page).waitFor({ state: 'hidden' });
  await choose(page, 'Edit');
  await text.fill('Soba');
  await whileServerFails(page, 'messages.edit', async () => {
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await waitForToast(page, 'Update Failed');
  });
  await card(page, 'Udon').waitFor();
  expect(await text.inputValue()).toBe('Soba');
});

test('what one person deletes is gone for the other until it is taken back', async () => {
  await using server = await testServer();
  await server.introduce(ann);
  await server.introduce(bob);
  await server.as(ann).post('/api/shared-boards', { name: 'house' });
  await server.as(ann).post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await server.text(ann, 'Lamp #house');
  await using anns = await visit(server, ann, '/tag/shared/house');
  await using bobs = await visit(server, bob, '/tag/shared/house', { fakeClock: true });
  await card(bobs.page, 'Lamp').waitFor();
  await choose(anns.page, 'Delete');
  await dialog(anns.page).getByRole('button', { name: 'Delete', exact: true }).click();
  await waitForToast(anns.page, 'Message deleted');
  await pollNow(bobs.page);
  await card(bobs.page, 'Lamp').waitFor({ state: 'detached' });
  await anns.page.getByRole('button', { name: 'Undo' }).click();
  await card(bobs.page, 'Lamp').waitFor();
});

test('the code of the dialogs is there before they are opened', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/all-texts', {
    expected: [/ERR_INTERNET_DISCONNECTED/],
    idle: true,
  });
  const { page } = tab;
  await page.getByText('No messages yet').waitFor();
  await until(async () => {
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return ['AddMessageDialog', 'EditMessageDialog', 'DeleteMessageDialog'].every((chunk) =>
      names.some((name) => name.includes(chunk)),
    );
  });
  await tab.context.setOffline(true);
  await page.getByRole('button', { name: 'Add Card' }).click();
  await dialog(page).getByLabel('Message', { exact: true }).fill('Typed without a connection');
});

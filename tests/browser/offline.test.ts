import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { visit, waitForToast } from '../support/visit';

/** The web app without a connection. */

/** Runs in the page. Returns true if the code that shows toasts has been fetched. */
const toastsAreLoaded = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/ToastRegion'));

test('a message that fails offline is kept, and is sent once online', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/', { expected: [/ERR_INTERNET_DISCONNECTED|WebSocket/] });
  const { page, context } = tab;
  await page.getByRole('button', { name: 'Add Card' }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await text.fill('Ferry at nine');
  await page.waitForFunction(toastsAreLoaded);
  await context.setOffline(true);
  const send = page.getByRole('button', { name: 'Add Message' });
  await send.click();
  await waitForToast(page, 'Failed to add message');
  expect(await text.inputValue()).toBe('Ferry at nine');
  await context.setOffline(false);
  await send.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page
    .getByRole('main')
    .getByRole('link', { name: /uncategorized/ })
    .waitFor();
});

test('a dialog or screen that cannot be loaded says so within the page', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/', {
    expected: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|Unable to preload|could not be loaded/],
  });
  const { page, context } = tab;
  // a browser that is set to save data does not fetch the code of dialogs before they are opened
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  // the first visit may have fetched that code
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  await page.getByRole('button', { name: 'Add Card' }).waitFor();
  await page.waitForFunction(toastsAreLoaded);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add Card' }).click();
  await page
    .getByText(/This part could not be loaded/)
    .first()
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Hi, Ann' }).isVisible()).toBe(true);

  // a screen that cannot be loaded opens by itself later; it must not show the browser's own error page either
  const link = page.getByRole('link', { name: 'All Texts' });
  await link.click();
  await page.getByText('No connection', { exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByText('No messages yet').waitFor();
});

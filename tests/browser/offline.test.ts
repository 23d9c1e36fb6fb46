import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { addCard, chooseOnCard, keepsPages, pollNow, sees, visit } from '../support/visit';

/** Tests the web app without a connection. */

const waitForCode = (page: Page, file: string) =>
  page.evaluate(
    (file) =>
      new Promise<void>((resolve) => {
        // does not use `performance`, because a fake clock replaces it
        new PerformanceObserver((list) => {
          if (list.getEntries().some(({ name }) => name.includes(`/${file}-`))) resolve();
        }).observe({ type: 'resource', buffered: true });
      }),
    file,
  );

const card = (page: Page, text: string) => page.getByRole('feed').locator('article', { hasText: text });

test('what is written and deleted offline survives a reload and is sent once', async () => {
  const { server, page, dialog, context } = await visit('/tag/private/food', {
    texts: ['Ramen #food', 'Old shoes #food'],
    worker: true,
    fakeClock: true,
    expected: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/],
  });
  await card(page, 'Ramen').waitFor();
  const other = await context.newPage();
  await other.goto('/all-texts');
  await card(other, 'Ramen').waitFor();
  await page.clock.fastForward(3_000); // now the worker starts, and both tabs begin to store what they show
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  for (const tab of [page, other]) await waitForCode(tab, 'start-offline');
  await until(async () => {
    await page.clock.fastForward(5_000); // the interval at which a tab stores what it shows
    return keepsPages(page);
  });

  await page.bringToFront(); // Chromium draws a page behind another one only once a second
  await context.setOffline(true);
  await pollNow(page);
  await page.getByText('Offline. Last seen').waitFor();
  await addCard(page, 'Ferry at nine');
  await sees(page, 'Will be sent');
  await card(page, 'Ferry').getByText('Will be sent').waitFor();
  await card(other, 'Ferry').getByText('Will be sent').waitFor();
  await chooseOnCard(page, 'Delete', card(page, 'Old shoes'));
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await card(page, 'Old shoes').waitFor({ state: 'detached' });
  await chooseOnCard(page, 'Edit', card(page, 'Ramen'));
  await dialog.getByLabel('Message', { exact: true }).fill('Udon');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await card(page, 'Udon').waitFor();
  await page.getByRole('button', { name: '3 to be sent' }).waitFor();

  await page.reload();
  await card(page, 'Ferry').waitFor();
  await card(page, 'Udon').waitFor();
  expect(await card(page, 'Old shoes').count()).toBe(0);
  await context.setOffline(false);
  await card(page, 'Ferry').getByText('just now').waitFor();
  await card(other, 'Udon').getByText('Will be sent').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'to be sent' }).waitFor({ state: 'detached' });
  expect((await server.messagesOf(ann)).map(({ content }) => content)).toEqual(['Ferry at nine', 'Udon']);
});

test('a dialog or screen that cannot be loaded says so within the page', async () => {
  const { page, context } = await visit('/', {
    fakeClock: true,
    expected: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|Unable to preload|could not be loaded/],
  });
  // a browser that is set to save data does not fetch the code of dialogs before they are opened
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.reload();
  // the first visit may already have fetched some of that code
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.getByRole('button', { name: 'Add Card' }).waitFor();
  await page.clock.fastForward(8_000);
  await waitForCode(page, 'ToastRegion');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add Card' }).click();
  await page
    .getByText(/This part could not be loaded/)
    .first()
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Hi, Ann' }).isVisible()).toBe(true);

  // a screen that cannot be loaded shows a notice, not the browser's own error page, and opens by itself
  // later
  await page.getByRole('link', { name: 'All Texts' }).click();
  await page.getByText('No connection', { exact: true }).waitFor();
  await context.setOffline(false);
  await pollNow(page);
  await page.getByText('No messages yet').waitFor();
});

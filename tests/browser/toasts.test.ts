import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { focusedName, visit } from '../support/visit';

/** Toasts as the spec's section 9 wants them: one at a time, 5000 ms, swiped right by 50 px, F8. */

const shown = (page: Page) => page.locator('[data-radix-collection-item]');

async function copyNumber(page: Page) {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /Copy the number/ })
    .click();
  await shown(page).waitFor();
}

async function drag(page: Page, right: number) {
  const box = (await shown(page).boundingBox())!;
  const [x, y] = [Math.round(box.x + 100), Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y, { steps: 5 });
  await page.mouse.move(x + right, y, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(x, 10);
}

test('a toast stays for 5000 milliseconds, and goes', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/');
  const { page, context } = tab;
  await context.grantPermissions(['clipboard-write']);
  await page.getByText('No boards yet.').waitFor();
  await copyNumber(page); // loads the part that shows toasts, whose clock would otherwise start late
  await page.getByRole('button', { name: 'Close notification' }).click();
  await shown(page).waitFor({ state: 'detached' });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 1000));
  await copyNumber(page);
  await page.mouse.move(640, 10);
  await page.clock.runFor(4900);
  expect(await shown(page).count()).toBe(1);
  await page.clock.runFor(200);
  await shown(page).waitFor({ state: 'detached' });
});

test('a toast goes when it is swiped right by 50 pixels, not by less, and not the other way', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/');
  const { page, context } = tab;
  await context.grantPermissions(['clipboard-write']);
  await copyNumber(page);
  await drag(page, 49);
  await drag(page, -120);
  expect(await shown(page).count()).toBe(1);
  await drag(page, 50);
  await shown(page).waitFor({ state: 'detached' });
});

test('F8 leads to the toast from anywhere, and a new one takes the place of the old', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/');
  const { page, context } = tab;
  await context.grantPermissions(['clipboard-write']);
  await copyNumber(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByText('Incorrect confirmation').first().waitFor();
  expect(await shown(page).count()).toBe(1);
  await page.keyboard.press('F8');
  expect(await page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus').count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await shown(page).waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  expect(await focusedName(page)).toBe('Delete Account');
});

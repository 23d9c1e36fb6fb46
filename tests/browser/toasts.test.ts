import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../support/server';
import { focusedName, visit } from '../support/visit';

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

test('a toast closes after 5000 milliseconds', async () => {
  const { page } = await visit('/');
  await page.getByText('No boards yet.').waitFor();
  await copyNumber(page); // loads the code for toasts, so that it does not delay the toast that is measured
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

test('a swipe of 50 pixels to the right closes a toast, a shorter one does not', async () => {
  const { page } = await visit('/');
  await copyNumber(page);
  await drag(page, 49);
  await drag(page, -120);
  expect(await shown(page).count()).toBe(1);
  await drag(page, 50);
  await shown(page).waitFor({ state: 'detached' });
});

test('F8 moves the focus to a toast, and a new toast replaces the old one', async () => {
  const { page, dialog } = await visit('/');
  await copyNumber(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
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

test('a toast covers no control of the frame, of the menu or of a dialog, in any window', async () => {
  const { page } = await visit('/tag/private/food', { texts: ['Ramen #food'] });
  const covered = () =>
    page.evaluate(() => {
      const region = document.querySelector<HTMLElement>('[data-radix-collection-item]')!;
      const toast = region.getBoundingClientRect();
      const controls = 'a[href], button, input, textarea, [role="menuitem"]';
      const within = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
      region.style.pointerEvents = 'none'; // shows what is under it
      return [...within.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => {
          if (control.closest('[data-radix-collection-item], [role="feed"], .skip-link')) return false;
          const box = control.getBoundingClientRect();
          const [left, right] = [Math.max(box.left, toast.left), Math.min(box.right, toast.right)];
          const [top, bottom] = [Math.max(box.top, toast.top), Math.min(box.bottom, toast.bottom)];
          if (left >= right || top >= bottom) return false;
          return control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent);
    });
  for (const [width, height] of [
    [390, 844],
    [390, 500],
    [800, 700],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page
      .getByRole('button', { name: /^Actions for the message/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    await shown(page).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('blur'))); // stops the time of the toast
    await until(async () => (await covered()).length === 0);
    if (width < 1024) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByText('Logout').waitFor();
      await until(async () => (await covered()).length === 0);
      await page.keyboard.press('Escape');
      await page.getByText('Logout').waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Add Card' }).click();
    const tag = page.getByRole('dialog').getByLabel('Add new hashtag');
    await tag.fill('##!');
    await tag.press('Enter');
    await page.getByText('Invalid Hashtag').first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await until(async () => (await covered()).length === 0);
    expect(await page.getByRole('button', { name: 'Add Message' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
});

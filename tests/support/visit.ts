import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, openTab } from './browser';
import type { Person } from './cast';
import { type TestServer, until } from './server';

type How = NonNullable<Parameters<typeof openTab>[1]>;

/** What a browser prints of its own when a call is cut off or refused on purpose. */
export const FAILED_REQUEST = [/Failed to load resource/];

/** A tab of somebody who is signed in and introduced, at this path: `await using tab = await visit(server, ann, '/')`. */
export async function visit(server: TestServer, person: Person, path: string, how: How = {}) {
  const tab = await openTab(server.publicUrl, how);
  await tab.setCookies((await server.introduce(person)).cookies);
  await tab.page.goto(path);
  return tab;
}

/**
 * Presses the act of the open dialog twice while the answer is held back: it is done once, its label says so,
 * nothing can be pressed, and it cannot be closed. Then the answer comes.
 */
export async function confirmDialogOnce(
  page: Page,
  procedure: string,
  [label, pending]: [label: string, pending: string],
) {
  const dialog = page.getByRole('dialog');
  const { release } = await holdAnswers(page, procedure);
  let called = 0;
  page.on('request', (request) => {
    called += request.url().split(procedure).length - 1;
  });
  await dialog.getByRole('button', { name: label, exact: true }).dblclick();
  const button = dialog.getByRole('button', { name: pending, exact: true });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(3, 3);
  expect(await button.isVisible()).toBe(true);
  await until(() => called > 0);
  expect(called).toBe(1);
  release();
}

/** Until this toast shows. It is also read out, so its words may be there twice. */
export const waitForToast = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

/** The name of what has the focus. */
export const focusedName = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') || at?.id || at?.textContent || '';
  });

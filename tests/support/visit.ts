import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, openTab } from './browser';
import type { Person } from './cast';
import { type TestServer, until } from './server';

type How = NonNullable<Parameters<typeof openTab>[1]> & { fakeClock?: boolean };

/** Error that the browser prints when a call is refused or its connection is cut. */
export const FAILED_REQUEST = [/Failed to load resource/];

/** Error that the browser prints for a tag without a board. */
export const NO_BOARD = /status of 404.*messages\.polledPage/;

/** Error that the browser prints when a page asks for a list after its session has ended. */
export const REFUSED_LIST = /status of 401.*(messages\.polledPage|boards\.tagsWithCounts)/;

export async function visit(
  server: TestServer,
  person: Person,
  path: string,
  { fakeClock = false, ...how }: How = {},
) {
  const tab = await openTab(server.publicUrl, how);
  await tab.setCookies((await server.introduce(person)).cookies);
  if (fakeClock) await tab.page.clock.install();
  await tab.page.goto(path);
  return tab;
}

/** Moves the clock of a page that was opened with `fakeClock` to its next polls, which are due within 3 seconds. */
export const pollNow = (page: Page) => page.clock.fastForward(3_000);

export async function confirmDialogOnce(
  page: Page,
  procedure: string,
  [label, pending]: [label: string, pending: string],
) {
  const dialog = page.getByRole('dialog');
  const { release } = await holdAnswers(page, procedure);
  let calls = 0;
  page.on('request', (request) => {
    calls += request.url().split(procedure).length - 1;
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
  await until(() => calls > 0);
  expect(calls).toBe(1);
  release();
}

export const waitForToast = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

export const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') || element?.id || element?.textContent || '';
  });

import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeViolations, holdAnswers, horizontalOverflow, LOOKS, openTab, whileCallsFail } from './browser';
import { ann, type Person } from './cast';
import { type TestServer, testServer, until } from './server';
import { untilTestEnds } from './test-end';

type ServerOptions = Parameters<typeof testServer>[0];

export const startServer = async (options?: ServerOptions) => untilTestEnds(await testServer(options));

type How = NonNullable<Parameters<typeof openTab>[1]> &
  ServerOptions & {
    /** A new server, unless the test has one already. */
    server?: TestServer;
    /** The visitor, who is signed in; null is a stranger. */
    as?: Person | null;
    /** What happens before the texts and the visit. */
    before?: (server: TestServer) => unknown;
    /** Texts of the visitor, or of others. */
    texts?: (string | [Person, string])[];
    fakeClock?: boolean;
  };

/** Error that the browser prints when a call is refused or its connection is cut. */
export const FAILED_REQUEST = [/Failed to load resource/];

/** Error that the browser prints for a tag without a board. */
export const NO_BOARD = /status of 404.*messages\.polledPage/;

/** Error that the browser prints when a page asks for a list after its session has ended. */
export const REFUSED_LIST = /status of 401.*(messages\.polledPage|boards\.tagsWithCounts)/;

/** Opens a page in a tab of its own; without a path, the tab stays empty. */
export async function visit(
  path: string | null,
  { server: running, as = ann, texts = [], before, fakeClock = false, env, push, ...how }: How = {},
) {
  const server = running ?? (await startServer({ env, push }));
  await before?.(server);
  for (const text of texts)
    await (typeof text === 'string' ? server.text(as ?? ann, text) : server.text(...text));
  const tab = untilTestEnds(await openTab(server.publicUrl, how));
  const { page } = tab;
  if (as) await tab.setCookies((await server.introduce(as)).cookies);
  if (fakeClock) await page.clock.install();
  if (path) await page.goto(path);
  const looksRight = async (name: string) => {
    await tab.screenshot(name);
    expect({ name, found: await axeViolations(page) }).toEqual({ name, found: [] });
    expect({ name, overflow: await horizontalOverflow(page) }).toEqual({ name, overflow: 0 });
  };
  return {
    ...tab,
    server,
    dialog: page.getByRole('dialog'),
    main: page.getByRole('main'),
    sidebar: page.getByRole('navigation', { name: 'Main' }),
    looksRight,
    async looksRightEverywhere(name: string) {
      for (const look of LOOKS) {
        await tab.changeLook(look);
        await looksRight(name);
      }
      await tab.changeLook(LOOKS[0]!);
    },
  };
}

export async function chooseOnCard(page: Page, item: string, card: Page | Locator = page) {
  await card
    .getByRole('button', { name: /^Actions for the message/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

export async function startCard(page: Page, text: string) {
  await page.getByRole('button', { name: 'Add Card' }).first().click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  return field;
}

export async function addCard(page: Page, text: string) {
  await startCard(page, text);
  await submit(page.getByRole('dialog'), 'Add Message');
}

export async function submit(dialog: Locator, button: string) {
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function askForCode(page: Page, { phone }: Person = ann) {
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  return page.getByLabel('Verification code');
}

export const codeOf = (server: TestServer, { phone }: Person = ann, nth = -1) =>
  until(() => /\b\d{6}\b/.exec(server.received(phone).at(nth) ?? '')?.[0]);

/** Returns true once the browser has stored what the page shows, some seconds after it was opened. */
export const keepsPages = (page: Page) =>
  page.evaluate(() => localStorage.getItem('tagline:kept-of') !== null);

export const untilFocused = (locator: Locator) =>
  until(() => locator.evaluate((element) => element === document.activeElement));

export const scrollDownTo = (locator: Locator) =>
  until(async () => {
    await locator.page().evaluate(() => scrollTo(0, document.body.scrollHeight));
    return locator.isVisible();
  });

export async function clickInVain(page: Page, procedure: string, button: Locator, ...toast: string[]) {
  const act = async () => {
    await button.click();
    await sees(page, ...toast);
  };
  await whileCallsFail(page, procedure, act, (route) => route.fulfill({ status: 500 }));
}

/** Moves the clock of a page that was opened with `fakeClock` to its next polls, which are due within 3 seconds. */
export const pollNow = (page: Page) => page.clock.fastForward(3_000);

export async function confirmDialogOnce(
  page: Page,
  procedure: string,
  [label, pending]: readonly [label: string, pending: string],
  ...failure: string[]
) {
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: label, exact: true });
  if (failure.length > 0) await clickInVain(page, procedure, confirm, ...failure);
  const { release } = await holdAnswers(page, procedure);
  let calls = 0;
  page.on('request', (request) => {
    calls += request.url().split(procedure).length - 1;
  });
  await confirm.dblclick();
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

/** Waits until each of these texts, labels and placeholders is shown, to the letter. */
export async function sees(page: Page | Locator, ...texts: string[]) {
  const exact = { exact: true };
  for (const text of texts) {
    const quoted = text.includes('"') ? `'${text}'` : `"${text}"`;
    const part = page.locator(`xpath=.//*[text()[normalize-space()=${quoted}]]`); // beside other words
    const named = page.getByLabel(text, exact).or(page.getByPlaceholder(text, exact));
    await page.getByText(text, exact).or(part).or(named).filter({ visible: true }).first().waitFor();
  }
}

export const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') || element?.id || element?.textContent || '';
  });

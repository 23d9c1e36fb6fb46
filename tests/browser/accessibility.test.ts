import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { exampleOf } from '../../src/contract/example';
import { type PushSubscriptionInput, pushSubscriptionInput } from '../../src/contract/push';
import { axeViolations, horizontalOverflow, LOOKS, type Look, SHOTS_WANTED, SIZES } from '../support/browser';
import { ann, dee } from '../support/cast';
import { fillHousehold } from '../support/household';
import { until } from '../support/server';
import { smallTargets } from '../support/touch';
import { NO_BOARD, startServer, visit } from '../support/visit';
import { VIEWS, type View, waitUntilReady } from './views';

/** If screenshots are written, these are all combinations. */
const looks: Look[] = SHOTS_WANTED
  ? (['light', 'dark'] as const).flatMap((scheme) =>
      (Object.keys(SIZES) as Look['size'][]).map((size) => ({ size, scheme })),
    )
  : LOOKS;

/** Its controls may have any size, because it has only links in lists of text. */
const ANY_TARGETS = ['api-docs'];

const UNKNOWN_NUMBER = /status of 404.*boards\.invite/;

const IN_VAIN = /ERR_FAILED.*messages\.add/;

const SUBSCRIPTION = exampleOf(pushSubscriptionInput) as PushSubscriptionInput;

/** Makes the page believe that the person has not been asked yet for the permission to show notifications. */
async function leavePermissionOpen(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'default' });
    window.requestIdleCallback = (run) =>
      window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }));
  });
  await page.reload();
}

/** Loading the page and axe takes longer than checking a view. */
async function goOnTo(path: string, last: { path: string; opened: boolean }, page: Page): Promise<boolean> {
  const closed = await closeLayers(page);
  if (path === last.path) return closed || !last.opened;
  await page.evaluate((path) => {
    document.title = 'Old screen';
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForFunction(() => document.title !== 'Old screen'); // each screen sets its title
  return true;
}

async function closeLayers(page: Page): Promise<boolean> {
  const layers = page.getByRole('dialog').or(page.getByRole('menu')).filter({ visible: true });
  const count = await layers.count();
  for (let left = count; left > 0; left = await layers.count()) {
    await page.keyboard.press('Escape');
    await layers.nth(left - 1).waitFor({ state: 'hidden' });
  }
  return count > 0;
}

const NARROWEST = { width: 320, height: 640 };

type Faults = { inaccessible: unknown[]; tooWide: unknown[]; smallTargets: unknown[] };

async function visitViews(look: Look): Promise<Faults> {
  const server = await startServer();
  const { ann: hers, bob: his } = await fillHousehold(server);
  const cookies = [...hers.cookies];
  await hers.put('/api/messages/1/reminder', { remindAt: '2098-11-27T09:00', remindRule: 'FREQ=WEEKLY' });
  await hers.post('/api/shared-boards/trip-to-oslo/invite-by-text', { phoneNumber: '+12025550188' });
  await hers.post('/api/push/subscriptions', SUBSCRIPTION);
  server.forget(ann); // so that Ann signs in again, as from another browser
  await server
    .as(ann)
    .post('/api/push/subscriptions', { ...SUBSCRIPTION, endpoint: `${SUBSCRIPTION.endpoint}2` });
  await server.text(ann, 'LOGIN');
  const [link] = await until(() => /\/in\/[\w-]+/.exec(server.received(ann.phone).at(-1) ?? ''));
  const { code } = (await server.as(ann).get<{ code: string }>('/api/invite')).body;
  await server.as(dee).get('/api/profile');
  const { page, context, screenshot, setCookies } = await visit(null, {
    server,
    as: null,
    ...look,
    expected: [NO_BOARD, UNKNOWN_NUMBER, IN_VAIN],
  });

  const views: (View & { as?: typeof cookies })[] = [
    ...VIEWS,
    { name: 'join', path: `/join/${code}`, stranger: true, ready: 'Welcome to Tagline' },
    { name: 'sign-in-link', path: link, stranger: true, ready: 'Sign in to Tagline' },
    { name: 'sign-in-link-ended', path: '/in/unknown', stranger: true, ready: 'This link has expired.' },
    { name: 'reminders-none', path: '/reminders', as: [...his.cookies], ready: 'Nothing to come' },
    {
      name: 'push-offer',
      path: '/',
      as: [...his.cookies],
      open: leavePermissionOpen,
      ready: 'Notify me here instead of by text',
    },
    { name: 'setup', path: '/setup', as: [...server.as(dee).cookies], ready: 'Set Up Your Profile' },
  ];
  const faults: Faults = { inaccessible: [], tooWide: [], smallTargets: [] };
  let last: { path: string; visitor: typeof cookies; opened: boolean } | undefined;
  for (const { name, path, stranger, as = cookies, leavesTraces, open, ready } of views) {
    const visitor = stranger ? [] : as;
    if (last?.visitor !== visitor) {
      await page.goto('about:blank'); // a page that polls would report the missing session as an error
      await context.clearCookies();
      await setCookies(visitor);
      last = undefined;
    }
    if (look.size === 'phone') await page.setViewportSize(NARROWEST);
    if (!(last && (await goOnTo(path, last, page)))) await page.goto(path);
    await page.getByRole('main').waitFor();
    last = leavesTraces ? undefined : { path, visitor, opened: open !== undefined };
    await open?.(page);
    await waitUntilReady(page, ready);
    const measureWidth = async (width: number) => {
      const overflow = await horizontalOverflow(page);
      if (overflow !== 0) faults.tooWide.push({ name, width, overflow });
    };
    if (look.size === 'phone') {
      await measureWidth(NARROWEST.width);
      await page.setViewportSize(SIZES.phone);
    }
    await screenshot(name);
    // as high as the page, so that no card lies half under what is at the bottom, from where it can be scrolled
    if (look.size === 'phone')
      await page.setViewportSize({
        ...SIZES.phone,
        height: await page.evaluate(() => document.documentElement.scrollHeight),
      });
    const found = await axeViolations(page);
    await page.setViewportSize(SIZES[look.size]);
    if (found.length > 0) faults.inaccessible.push({ name, found });
    await measureWidth(SIZES[look.size].width);
    if (look.size === 'phone' && !ANY_TARGETS.includes(name)) {
      const small = await smallTargets(page);
      if (small.length > 0) faults.smallTargets.push({ name, small });
    }
  }
  return faults;
}

for (const look of looks) {
  const name = `${look.size}, ${look.scheme}`;
  let visited: Promise<Faults> | undefined;
  const faults = () => {
    visited ??= visitViews(look);
    return visited;
  };

  test(`every screen and dialog is accessible: ${name}`, async () => {
    expect((await faults()).inaccessible).toEqual([]);
  }, 300_000);

  test(`every screen and dialog fits: ${name}`, async () => {
    expect((await faults()).tooWide).toEqual([]);
  }, 300_000);

  if (look.size === 'phone')
    test(`every control of every screen and dialog is a target of 44 pixels: ${name}`, async () => {
      expect((await faults()).smallTargets).toEqual([]);
    }, 300_000);
}

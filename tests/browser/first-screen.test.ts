import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { entryFor, FIRST_QUERIES } from '../../web/first-screen';
import { holdAnswers, holdRequests } from '../support/browser';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { startServer, visit } from '../support/visit';

for (const { path, as, heading, list = [] } of [
  { path: '/login', as: null, heading: 'Sign in to Tagline' },
  { path: '/', as: ann, heading: 'Hi, Ann' },
  { path: '/all-texts', as: ann, heading: 'All Texts', list: ['messages.polledPage'] },
  { path: '/tag/private/food', as: ann, heading: '#food', list: ['messages.polledPage'] },
])
  test(`${path} fetches its first data once, before its scripts have loaded`, async () => {
    const { page } = await visit(null, { as, texts: ['Ramen #food'] });
    const called: string[] = [];
    const warnings: string[] = [];
    page.on('request', (request) => {
      const [, calls] = /\/trpc\/([^?]+)/.exec(request.url()) ?? [];
      if (calls) called.push(...calls.split(','));
    });
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));

    const { release } = await holdRequests(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForResponse(/\/trpc\//);
    const calls = [...entryFor(FIRST_QUERIES, path).flat(), ...list];
    await until(() => called.length >= calls.length);
    expect(called).toEqual(calls);
    release();
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.waitForFunction(() => window.firstAnswers?.size === 0);
    expect(called.slice(0, calls.length + 1).filter((call) => call === 'auth.session')).toHaveLength(1);
    expect(called.slice(calls.length).filter((call) => call === 'product.get')).toEqual([]);
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
  });

test('the dashboard shows eight placeholders until its boards are there', async () => {
  const { screenshot, page } = await visit(null, { texts: ['Ramen #food'] });
  const { release } = await holdAnswers(page, 'boards.tagsWithCounts');
  await page.goto('/');
  const placeholders = page.getByRole('status', { name: 'Loading your boards' });
  await placeholders.waitFor();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await screenshot('dashboard-loading');
  expect(await placeholders.locator('[class*="skeleton"]').count()).toBe(8);
  release();
  await page.getByRole('main').getByText('#food').waitFor();
});

test('a missing script is reported on the page, without a loop of reloads', async () => {
  const server = await startServer({ env: { ANALYTICS_SCRIPT_URL: 'http://127.0.0.1:9/tracker.js' } });
  for (const [script, shown] of [
    ['analytics', 'Sign in to Tagline'], // ad blockers remove this script, and the page must work without it
    ['start', 'This page could not be loaded.'],
    ['vendor', 'This page could not be loaded.'],
  ] as const) {
    const { page } = await visit(null, { server, as: null, expected: [/./] });
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
    await page.goto('/login');
    await page.getByText(shown).waitFor();
    await page.waitForLoadState('networkidle');
    expect({ script, loads }).toEqual({ script, loads: 1 });
  }
});

/** Returns true once the page has fetched the code of the dialog that creates a board. */
const hasDialogCode = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/CreateBoardDialogs-')),
  );

test('an idle browser fetches the code of a dialog before it is opened', async () => {
  const { page } = await visit('/', { idle: true });
  await until(() => hasDialogCode(page));
});

test('a busy browser fetches the code of a dialog when it is opened', async () => {
  const { page } = await visit('/');
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(await hasDialogCode(page)).toBe(false);
  await page.getByRole('button', { name: 'Create private board' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Board' }).waitFor();
  expect(await hasDialogCode(page)).toBe(true);
});

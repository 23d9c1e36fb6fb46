import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { entryFor, FIRST_QUERIES } from '../../web/first-screen';
import { holdAnswers, openTab } from '../support/browser';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';
import { visit } from '../support/visit';

for (const { path, as, heading } of [
  { path: '/login', heading: 'Sign in to Tagline' },
  { path: '/', as: ann, heading: 'Hi, Ann' },
])
  test(`${path} fetches its first data once, before its scripts have loaded`, async () => {
    await using server = await testServer();
    await using tab = await openTab(server.publicUrl);
    const { page } = tab;
    if (as) await tab.setCookies((await server.introduce(as)).cookies);
    const called: string[] = [];
    const warnings: string[] = [];
    page.on('request', (request) => {
      const [, calls] = /\/trpc\/([^?]+)/.exec(request.url()) ?? [];
      if (calls) called.push(...calls.split(','));
    });
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));

    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForResponse(/\/trpc\//);
    const calls = entryFor(FIRST_QUERIES, path).flat();
    await until(() => called.length >= calls.length);
    expect(called).toEqual(calls);
    scripts.resolve();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(called.slice(0, calls.length + 1).filter((call) => call === 'auth.session')).toHaveLength(1);
    expect(called.slice(calls.length).filter((call) => call === 'product.get')).toEqual([]);
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
  });

test('the first cards show before any script has loaded, and then the app in their place', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl, { expected: [/Failed to load/] });
  const { page } = tab;
  await tab.setCookies((await server.introduce(ann)).cookies);
  await server.text(ann, 'Ramen <img src=x onerror="throw 1"> #food');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue().catch(() => {}); // fails if the test has left the page
  });
  for (const [path, texts] of [
    ['/', ['Hi, Ann', 'Your boards', '#food', 'Private Board · 1 message']],
    ['/all-texts', ['All Texts', 'Everything you can see, newest first']],
    ['/tag/private/food', ['#food', 'Private Board']],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await until(async () => (await earlyTexts(page)).length > 0);
    expect(await earlyTexts(page)).toEqual(
      expect.arrayContaining([...texts, 'Ramen <img src=x onerror="throw 1">']),
    );
    expect(await page.getByRole('status').textContent()).toBe('Loading...');
    await tab.screenshot(`early-view${path.replaceAll('/', '-')}`);
  }
  scripts.resolve();
  await page.getByRole('article').getByText('Ramen').waitFor();
  expect(await earlyTexts(page)).toEqual([]);

  await page.route('**/assets/vendor-*.js', (route) => route.abort());
  await page.goto('/all-texts');
  await page.getByText('This page could not be loaded.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await earlyTexts(page)).toEqual([]);
});

test('nothing shows early to somebody who is signed out, or at a link to one message', async () => {
  await using server = await testServer();
  await server.text(ann, 'Ramen #food');
  const { cookies } = await server.introduce(ann);
  await using tab = await openTab(server.publicUrl, { expected: [/401/] });
  const { page } = tab;
  await page.route('**/assets/*.js', () => {});
  const answered = async (path: string) => {
    const answer = page.waitForResponse(/messages\.polledPage/);
    await page.goto(path, { waitUntil: 'commit' });
    await (await answer).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await answered('/tag/private/food');
  expect(await earlyTexts(page)).toEqual([]);
  await tab.setCookies(cookies);
  await answered('/all-texts#message-1');
  expect(await earlyTexts(page)).toEqual([]);
});

async function earlyTexts(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
  await devtools.detach();
  type Node = typeof root;
  const inside = (node: Node): string[] =>
    node.nodeName === 'STYLE' ? [] : [node.nodeValue, ...(node.children ?? []).flatMap(inside)];
  const roots = (node: Node): Node[] => [
    ...(node.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType === 'closed'),
    ...(node.children ?? []).flatMap(roots),
  ];
  return roots(root).flatMap(inside).filter(Boolean);
}

test('the dashboard shows eight placeholders until its boards are there', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  await tab.setCookies((await server.introduce(ann)).cookies);
  await server.text(ann, 'Ramen #food');
  const { release } = await holdAnswers(tab.page, 'boards.tagsWithCounts');
  await tab.page.goto('/');
  const placeholders = tab.page.getByRole('status', { name: 'Loading your boards' });
  await placeholders.waitFor();
  await tab.page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await tab.screenshot('dashboard-loading');
  expect(await placeholders.locator('[class*="skeleton"]').count()).toBe(8);
  release();
  await tab.page.getByRole('main').getByText('#food').waitFor();
});

test('a missing script is reported on the page, without a loop of reloads', async () => {
  await using server = await testServer({ env: { ANALYTICS_SCRIPT_URL: 'http://127.0.0.1:9/tracker.js' } });
  for (const [script, shown] of [
    ['analytics', 'Sign in to Tagline'], // ad blockers remove this script, and the page must work without it
    ['start', 'This page could not be loaded.'],
    ['vendor', 'This page could not be loaded.'],
  ] as const) {
    await using tab = await openTab(server.publicUrl, { expected: [/./] });
    const { page } = tab;
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
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/CreatePrivateBoardDialog-')),
  );

test('an idle browser fetches the code of a dialog before it is opened', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/', { idle: true });
  await until(() => hasDialogCode(tab.page));
});

test('a busy browser fetches the code of a dialog when it is opened', async () => {
  await using server = await testServer();
  await using tab = await visit(server, ann, '/');
  const { page } = tab;
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(await hasDialogCode(page)).toBe(false);
  await page.getByRole('button', { name: 'Create private board' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Board' }).waitFor();
  expect(await hasDialogCode(page)).toBe(true);
});

import { expect, test } from 'bun:test';
import { FIRST_CALLS } from '../../web/first-calls';
import { openTab } from '../support/browser';
import { ann } from '../support/cast';
import { testServer } from '../support/server';

for (const { path, as, drawn } of [
  { path: '/login', drawn: 'Sign in to Tagline' },
  { path: '/', as: ann, drawn: 'Hi, Ann' },
])
  test(`${path} asks for what it needs once, before its scripts have come`, async () => {
    await using server = await testServer();
    await using tab = await openTab(server.publicUrl);
    const { page } = tab;
    if (as) await tab.setCookies((await server.introduce(as)).cookies);
    const asked: string[] = [];
    const loaded: string[] = [];
    const warned: string[] = [];
    page.on('request', (request) => {
      const [, calls] = /\/trpc\/([^?]+)/.exec(request.url()) ?? [];
      if (calls) asked.push(...calls.split(','));
      else loaded.push(request.url());
    });
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));

    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForResponse(/\/trpc\//);
    const calls = [...FIRST_CALLS[path]!];
    expect(asked).toEqual(calls);
    scripts.resolve();
    await page.getByRole('heading', { name: drawn }).waitFor();
    expect(asked.slice(0, calls.length + 1).filter((call) => call === 'auth.session')).toHaveLength(1);
    expect(asked.slice(calls.length).filter((call) => call === 'product.get')).toEqual([]);
    expect(warned.filter((text) => text.includes('preload'))).toEqual([]);
  });

test('a part of the app that cannot be had leaves a page that says so, and is not loaded again and again', async () => {
  await using server = await testServer({ env: { ANALYTICS_SCRIPT_URL: 'http://127.0.0.1:9/tracker.js' } });
  for (const [part, shown] of [
    ['analytics', 'Sign in to Tagline'], // which ad blockers take away
    ['routes', 'This page could not be loaded.'],
    ['vendor', 'This page could not be loaded.'],
  ] as const) {
    await using tab = await openTab(server.publicUrl, { expected: [/./] });
    const { page } = tab;
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto('/login');
    await page.getByText(shown).waitFor();
    await page.waitForLoadState('networkidle');
    expect({ part, loads }).toEqual({ part, loads: 1 });
  }
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { transaction } from '../db/open';
import type { App } from '../src/app';
import { create } from '../src/messages/messages';
import { openTab } from '../tests/support/browser';
import { ann } from '../tests/support/cast';
import { settle } from '../tests/support/people';
import { testServer } from '../tests/support/server';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, say } from './setup';

/**
 * `bun scripts/web-figures.ts [rounds]`: what the web app costs a browser, with 100 boards and 10,000 messages.
 * Lighthouse (mobile) of the sign-in and of the dashboard, the JavaScript that the dashboard starts with, and a
 * list that is scrolled from end to end. Of several rounds the worst is told: nothing else should be at work meanwhile.
 * Lighthouse is fetched for it; in package.json it would add 150 MB to every installation.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const BOARDS = 100;
const MESSAGES = 10_000;
const ROUNDS = Number(process.argv[2] ?? 3);

install();
const chromium = ensureChromium();
buildWebIfStale();
await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
fill(server.app);
const { cookies } = await server.introduce(ann);
const session = [...cookies].map((cookie) => cookie.join('=')).join('; ');

for (const [path, cookie] of [
  ['/login', ''],
  ['/', session],
] as const) {
  const runs: Awaited<ReturnType<typeof lighthouse>>[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await lighthouse(path, cookie));
  const worst = CATEGORIES.map((name) => `${name} ${Math.min(...runs.map((run) => run[name]))}`);
  console.log(`lighthouse ${path}: ${worst.join(', ')}`);
}
console.log(`dashboard, initial JavaScript: ${await initialScripts()} kB compressed`);
const lists: Awaited<ReturnType<typeof scrollThrough>>[] = [];
for (let round = 0; round < ROUNDS; round++) lists.push(await scrollThrough());
const most = (pick: (list: (typeof lists)[number]) => number) => Math.max(...lists.map(pick));
console.log(
  `list of ${lists[0]?.cards} cards: longest task ${most((list) => list.longest) || 'under 50'} ms while scrolling, ` +
    `${most((list) => list.nodes)} nodes, ${most((list) => list.megabytes)} MB of script memory`,
);
process.exit(0);

/** As many boards, and so many messages on them, of lengths as they come. */
function fill(app: App) {
  const user = settle(app, ann);
  const words = 'try the ramen place on fifth go early and ask for the window seat it is quiet there'.split(
    ' ',
  );
  transaction(app.db, () => {
    for (let n = 0; n < MESSAGES; n++) {
      const content = Array.from({ length: 3 + ((n * 7) % 40) }, (_, at) => words[(n + at) % words.length]);
      create(app, user, {
        content: content.join(' '),
        tags: [`board-${n % BOARDS}`],
        source: 'sms',
        at: app.now() - (MESSAGES - n) * 60_000,
      });
    }
  });
}

/** One run of Lighthouse, as a phone: points by category. */
async function lighthouse(
  path: string,
  cookie: string,
): Promise<Record<(typeof CATEGORIES)[number], number>> {
  const folder = mkdtempSync(join(tmpdir(), 'tagline-lighthouse-'));
  const report = join(folder, 'report.json');
  const child = Bun.spawn(
    [
      process.execPath,
      'x',
      LIGHTHOUSE,
      `${server.publicUrl}${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await child.exited;
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  const points = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]),
  ) as Record<(typeof CATEGORIES)[number], number>;
  const shown = (audit: string) => `${audit} ${audits[audit].displayValue}`;
  say(
    `${path}: ${JSON.stringify(points)}; ${['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(shown).join('; ')}`,
  );
  for (const name of CATEGORIES.slice(1))
    for (const { id } of categories[name].auditRefs)
      if (audits[id].score !== null && audits[id].score < 1) say(`  ${name}: ${id}: ${audits[id].title}`);
  return points;
}

/** The compressed bytes of all scripts until the dashboard is there, in kB. */
async function initialScripts(): Promise<number> {
  await using tab = await openTab(server.publicUrl);
  await tab.setCookies(cookies);
  const network = await tab.context.newCDPSession(tab.page);
  await network.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await tab.page.goto('/');
  await tab.page.getByRole('main').getByRole('link').first().waitFor();
  await tab.page.waitForLoadState('networkidle');
  return Math.round(bytes / 1000);
}

/** All texts, scrolled down until the last card is there and then up and down again. */
async function scrollThrough() {
  await using tab = await openTab(server.publicUrl);
  const { page, context } = tab;
  await tab.setCookies(cookies);
  await page.goto('/all-texts');
  await page.getByRole('article').first().waitFor();
  const cards = () => page.getByRole('article').last().getAttribute('aria-setsize');
  while ((await cards()) === '-1') {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(60);
  }
  const count = Number(await cards());
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(1000);
  const { longest, nodes } = await scroll(page);
  const metrics = await context.newCDPSession(page);
  await metrics.send('HeapProfiler.collectGarbage');
  const { usedSize } = await metrics.send('Runtime.getHeapUsage');
  return { cards: count, longest, nodes, megabytes: Math.round(usedSize / 1e6) };
}

/** Scrolls by 120 pixels a frame, as a hand at a wheel does. Answers the longest task in ms and the most elements. */
function scroll(page: Page) {
  return page.evaluate(async () => {
    let longest = 0;
    let nodes = 0;
    const watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    watcher.observe({ type: 'longtask' });
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    for (const step of [120, -120])
      for (let n = 0; n < 300; n++) {
        scrollBy(0, step);
        await frame();
        if (n % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
      }
    await new Promise((done) => setTimeout(done, 300));
    watcher.disconnect();
    return { longest: Math.round(longest), nodes };
  });
}

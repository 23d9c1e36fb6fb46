import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { transaction } from '../db/open';
import type { App } from '../src/app';
import { create } from '../src/messages/messages';
import { ann } from '../tests/support/cast';
import { ensureUser } from '../tests/support/people';
import { testServer } from '../tests/support/server';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, say } from './setup';

/**
 * `bun scripts/web-figures.ts [rounds]`: measures the web app in a browser, for a user with 100 boards and
 * 10,000 messages. Prints the Lighthouse scores (mobile) of the sign-in page and the dashboard. Also prints
 * the size of the JavaScript that the dashboard starts with, and how a long list scrolls. Scores and
 * scrolling are the worst of all rounds, so nothing else should run meanwhile.
 */

/**
 * The package that bunx downloads when it is needed. As a dependency, Lighthouse would add 150 MB to every
 * installation.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const BOARDS = 100;
const MESSAGES = 10_000;
const ROUNDS = Number(process.argv[2] ?? 3);

install();
const chromium = ensureChromium();
const { openTab } = await import('../tests/support/browser'); // launches Chromium
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
  const scores = CATEGORIES.map((name) => `${name} ${Math.min(...runs.map((run) => run[name]))}`);
  console.log(`lighthouse ${path}: ${scores.join(', ')}`);
}
console.log(`dashboard, initial JavaScript: ${await initialScriptKilobytes()} kB compressed`);
const scrolls: Awaited<ReturnType<typeof measureScrolling>>[] = [];
for (let round = 0; round < ROUNDS; round++) scrolls.push(await measureScrolling());
const worst = (figure: 'longestMs' | 'nodes' | 'megabytes') =>
  Math.max(...scrolls.map((scroll) => scroll[figure]));
console.log(
  `list of ${scrolls[0]?.cards} cards: ${Math.min(...scrolls.map(({ fps }) => fps))} frames a second, ` +
    `longest task ${worst('longestMs') || 'under 50'} ms while scrolling, ` +
    `${worst('nodes')} nodes, ${worst('megabytes')} MB of script memory`,
);
process.exit(0);

/** Stores the messages, each with 3 to 42 words, in equal numbers on all boards. */
function fill(app: App) {
  const user = ensureUser(app, ann);
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

/** Runs Lighthouse once, with the settings for a phone. Returns the score of each category, from 0 to 100. */
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
  const display = (audit: string) => `${audit} ${audits[audit].displayValue}`;
  say(
    `${path}: ${JSON.stringify(points)}; ${['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(display).join('; ')}`,
  );
  for (const name of CATEGORIES.slice(1))
    for (const { id } of categories[name].auditRefs)
      if (audits[id].score !== null && audits[id].score < 1) say(`  ${name}: ${id}: ${audits[id].title}`);
  return points;
}

/** Returns the compressed size of all scripts that the dashboard loads at the start, in kB. */
async function initialScriptKilobytes(): Promise<number> {
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

/** Loads all cards of a list by scrolling to its end. Then measures scrolling from the top of the list. */
async function measureScrolling() {
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
  const { longestMs, nodes, fps } = await scroll(page);
  const metrics = await context.newCDPSession(page);
  await metrics.send('HeapProfiler.collectGarbage');
  const { usedSize } = await metrics.send('Runtime.getHeapUsage');
  return { cards: count, longestMs, nodes, fps, megabytes: Math.round(usedSize / 1e6) };
}

/**
 * Scrolls down and up again by 120 pixels a frame, like a mouse wheel. Returns the longest task in
 * milliseconds, or 0 if every task took less than 50, the largest number of elements on the page, and the
 * frames a second, of which a screen of 60 Hz draws 60.
 */
function scroll(page: Page) {
  return page.evaluate(async () => {
    let longest = 0;
    let nodes = 0;
    const watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    watcher.observe({ type: 'longtask' });
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const FRAMES = 300;
    const start = performance.now();
    for (const step of [120, -120])
      for (let n = 0; n < FRAMES; n++) {
        scrollBy(0, step);
        await frame();
        if (n % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
      }
    const seconds = (performance.now() - start) / 1000;
    await new Promise((done) => setTimeout(done, 300));
    watcher.disconnect();
    return { longestMs: Math.round(longest), nodes, fps: Math.round((2 * FRAMES) / seconds) };
  });
}

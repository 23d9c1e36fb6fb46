import { openTab } from '../../tests/support/browser';

/** The server, and the session of the person who is measured. */
export type At = { url: string; cookies: [name: string, value: string][] };

/** Slow 4G as Lighthouse simulates it, in bytes per second and milliseconds. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const SLOWER = 4;
const FIRST_CARD = '#main a[href^="/tag/private/board-"]';

async function openPage({ url, cookies }: At, size: 'phone' | 'laptop') {
  const tab = await openTab(url, { size, recordTexts: false });
  await tab.setCookies(cookies);
  const devtools = await tab.context.newCDPSession(tab.page);
  return { ...tab, devtools, [Symbol.asyncDispose]: () => tab.context.close() };
}

/**
 * Returns the seconds until the first board is on the page, on a phone with an empty cache, a slow line and a
 * slow processor.
 */
export async function firstContent(at: At): Promise<number> {
  await using tab = await openPage(at, 'phone');
  await tab.devtools.send('Network.enable');
  await tab.devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tab.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await tab.page.goto('/', { waitUntil: 'commit' });
  const ms = await tab.page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    FIRST_CARD,
    { timeout: 30_000 },
  );
  return Math.round(Number(await ms.jsonValue()) / 10) / 100;
}

/** Returns the milliseconds from a click on a board, which was opened once before, to its first card. */
export async function clickToContent(at: At): Promise<number> {
  await using tab = await openPage(at, 'laptop');
  const { page } = tab;
  await page.goto('/');
  const board = page.getByRole('navigation').getByRole('link', { name: 'board-' });
  for (const n of [0, 1, 0]) {
    await board.nth(n).click();
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  return await page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/tag/private/board-"]')];
    const target = links[1]!;
    const label = `Messages on #${target.pathname.split('/').pop()}`;
    const began = performance.now();
    target.click();
    while (!document.querySelector(`[role="feed"][aria-label="${label}"] article`))
      await new Promise((next) => requestAnimationFrame(next));
    return Math.round(performance.now() - began);
  });
}

/** Returns the kilobytes, as sent, of the scripts that a page loads until its first board or its form shows. */
export async function scriptKilobytes(at: At, path: '/login' | '/'): Promise<number> {
  await using tab = await openPage(path === '/login' ? { ...at, cookies: [] } : at, 'phone');
  await tab.devtools.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  tab.devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  tab.devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await tab.page.goto(path);
  await tab.page
    .locator(path === '/' ? FIRST_CARD : 'main form')
    .first()
    .waitFor();
  return Math.round(bytes / 1000);
}

/** Returns the sum of a page's layout shifts until one second after its network is quiet. 0 is the best. */
export async function layoutShift(at: At, path: string): Promise<number> {
  await using tab = await openPage(at, 'phone');
  await tab.page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.page.goto(path);
  await tab.page.waitForLoadState('networkidle');
  await tab.page.waitForTimeout(1000);
  const shift = await tab.page.evaluate(() => (window as unknown as { shift: number }).shift);
  return Math.round(shift * 1000) / 1000;
}

/**
 * Loads all cards of a list by scrolling to its end. Then scrolls down from the top and up again like a mouse
 * wheel, 120 pixels a frame. Returns the frames per second, and the longest task in milliseconds, or 0 if all
 * took under 50.
 */
export async function scrolling(at: At, count: number) {
  await using tab = await openPage(at, 'laptop');
  const { page } = tab;
  await page.goto('/all-texts');
  await page.getByRole('article').first().waitFor();
  const cards = () => page.getByRole('article').last().getAttribute('aria-setsize');
  while ((await cards()) !== String(count)) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(1000);
  return await page.evaluate(async () => {
    let longest = 0;
    const watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    watcher.observe({ type: 'longtask' });
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const began = performance.now();
    const frames = 600;
    for (let n = 0; n < frames; n++) {
      scrollBy(0, n < frames / 2 ? 120 : -120);
      await frame();
    }
    const framesPerSecond = Math.round((frames / (performance.now() - began)) * 1000);
    await new Promise((done) => setTimeout(done, 300));
    watcher.disconnect();
    return { framesPerSecond, longestMs: Math.round(longest) };
  });
}

import type { CDPSession } from 'playwright-core';
import { openTab } from '../../tests/support/browser';

/** The server, and the session of the person who is measured. */
export type At = { url: string; cookies: [name: string, value: string][] };

/** CSS selector of the cards of boards on the dashboard. */
export const FIRST_BOARD = '#main a[href^="/tag/private/board-"]';

async function openPage({ url, cookies }: At, size: 'phone' | 'laptop') {
  const tab = await openTab(url, { size, idle: true });
  await tab.setCookies(cookies);
  const devtools = await tab.context.newCDPSession(tab.page);
  return { ...tab, devtools, [Symbol.asyncDispose]: () => tab.context.close() };
}

/**
 * Returns the milliseconds from a click on a board to the first message card. The board was opened once
 * before.
 */
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

/**
 * Returns the kilobytes of scripts, as sent (compressed), that a page loads until its first board or its form
 * shows.
 */
export async function scriptKilobytes(at: At, path: '/login' | '/'): Promise<number> {
  await using tab = await openPage(path === '/login' ? { ...at, cookies: [] } : at, 'phone');
  await tab.devtools.send('Network.enable');
  const scripts = countScriptBytes(tab.devtools);
  await tab.page.goto(path);
  await tab.page
    .locator(path === '/' ? FIRST_BOARD : 'main form')
    .first()
    .waitFor();
  return Math.round(scripts.bytes / 1000);
}

/** Counts the bytes of scripts that come from the server. Scripts that the browser already has count as 0. */
export function countScriptBytes(devtools: CDPSession): { bytes: number } {
  const scripts = new Set<string>();
  const counted = { bytes: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) counted.bytes += encodedDataLength;
  });
  return counted;
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
 * Loads all cards of a list by scrolling to its end. Then scrolls from the top down and up again like a mouse
 * wheel, 120 pixels a frame. Returns the frames per second, and the length of the longest task in
 * milliseconds. This length is 0 if every task took less than 50 ms.
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

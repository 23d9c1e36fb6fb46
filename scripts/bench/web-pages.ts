import type { CDPSession } from 'playwright-core';
import { openTab } from '../../tests/support/browser';

export type At = { url: string; cookies: [name: string, value: string][] };

export const FIRST_BOARD = '#main a[href^="/tag/private/board-"]';

async function openPage({ url, cookies }: At, size: 'phone' | 'laptop') {
  const tab = await openTab(url, { size, idle: true });
  await tab.setCookies(cookies);
  const devtools = await tab.context.newCDPSession(tab.page);
  return { ...tab, devtools, [Symbol.asyncDispose]: () => tab.context.close() };
}

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

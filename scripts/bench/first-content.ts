import type { Page } from 'playwright-core';
import { openTab } from '../../tests/support/browser';
import { until } from '../../tests/support/server';
import { type At, countScriptBytes, FIRST_BOARD } from './web-pages';

type Visit = { visit: 'first' | 'second'; worker: boolean };

const SLOWER = 4;

/**
 * Returns the seconds until the app has drawn the boards of the dashboard on a phone with a slow processor,
 * and the kilobytes of script that the page has loaded from the server until then. If `worker` is false, the browser cannot
 * have a service worker. If it is true, the first visit registers the service worker. At the second visit the
 * service worker controls the page, but does not run yet. Chromium does not slow down the processor for the
 * service worker itself.
 */
export async function firstContent({ url, cookies }: At, { visit, worker }: Visit) {
  await using tab = await openTab(url, { size: 'phone', worker, idle: true });
  await tab.setCookies(cookies);
  if (visit === 'second') await visitFirst(tab.page, worker);
  const page = visit === 'second' ? await tab.context.newPage() : tab.page;
  const devtools = await tab.context.newCDPSession(page);
  if (visit === 'second' && worker) {
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
  }
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const scripts = countScriptBytes(devtools);
  await page.goto('/', { waitUntil: 'commit' });
  const drawn = await page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    FIRST_BOARD,
    { timeout: 30_000 },
  );
  const ms = (await drawn.jsonValue()) as number;
  return {
    seconds: Math.round(ms / 10) / 100,
    scriptKilobytes: Math.round(scripts.bytes / 1000),
  };
}

async function visitFirst(page: Page, worker: boolean) {
  await page.goto('/');
  await page.locator(FIRST_BOARD).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (worker)
    await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'));
  await page.close();
}

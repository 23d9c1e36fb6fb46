import type { Page } from 'playwright-core';
import { openTab } from '../../tests/support/browser';
import { until } from '../../tests/support/server';
import { type At, countScriptBytes, FIRST_BOARD } from './web-pages';

type Visit = { visit: 'first' | 'second'; worker: boolean };

const SLOWER = 4;

/** At the second visit the service worker controls the page, but does not run yet. Chromium does not slow it down. */
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
    (selector) =>
      document.querySelector(selector) && {
        app: performance.now(),
        early: performance.getEntriesByName('early-view')[0]?.startTime,
      },
    FIRST_BOARD,
    { timeout: 30_000 },
  );
  const { app, early = app } = (await drawn.jsonValue()) as { app: number; early?: number };
  const seconds = (ms: number) => Math.round(ms / 10) / 100;
  return {
    seconds: seconds(early),
    appSeconds: seconds(app),
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

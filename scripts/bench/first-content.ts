import { openTab } from '../../tests/support/browser';
import { type At, countScriptBytes, FIRST_BOARD } from './web-pages';

const SLOWER = 4;

/**
 * Returns the seconds until the app has drawn the boards of the dashboard on a phone with a slow processor,
 * and the kilobytes of script that the page has loaded from the server until then.
 */
export async function firstContent({ url, cookies }: At) {
  await using tab = await openTab(url, { size: 'phone', idle: true });
  await tab.setCookies(cookies);
  const { page } = tab;
  const devtools = await tab.context.newCDPSession(page);
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

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page, type Worker } from 'playwright-core';
import { ensureChromium } from '../../scripts/chromium';
import { buildWebIfStale, ROOT } from '../../scripts/setup';
import { tempFolder } from './folder';

/** A click in the browser's own menus, which no test can reach, gives the right to read the page. */
const GRANTED = { host_permissions: ['http://127.0.0.1/*'] };

/** Starts a whole Chromium with the built extension in it. */
export async function openExtension() {
  buildWebIfStale();
  const folder = tempFolder();
  cpSync(join(ROOT, 'dist/extension/chromium'), folder.path, { recursive: true });
  const manifest = join(folder.path, 'manifest.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), ...GRANTED }));
  const context = await chromium.launchPersistentContext('', {
    executablePath: ensureChromium(),
    viewport: null,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update'],
      `--load-extension=${folder.path}`,
      `--disable-extensions-except=${folder.path}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch,HttpsUpgrades',
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return {
    context,
    worker,
    address: (page: string) => new URL(page, worker.url()).href,
    async [Symbol.asyncDispose]() {
      await context.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Chooses an entry of the menu of the right mouse button, as the browser reports it. */
export async function chooseInMenu(
  worker: Worker,
  page: Page,
  info: Partial<chrome.contextMenus.OnClickData> & { menuItemId: string },
): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await worker.evaluate(
    async ({ info, url }) => {
      const [tab] = await chrome.tabs.query({ url });
      const { onClicked } = chrome.contextMenus as unknown as {
        onClicked: { dispatch(...of: unknown[]): void };
      };
      onClicked.dispatch({ ...info, frameId: 0, pageUrl: url }, tab);
    },
    { info, url: page.url() },
  );
  return opened;
}

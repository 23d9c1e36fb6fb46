import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fillHousehold } from '../tests/support/household';
import { testServer } from '../tests/support/server';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, ROOT, say } from './setup';

/**
 * `bun scripts/pictures.ts`: takes the screenshots in the README again: docs/pictures/dashboard.png and
 * dashboard-dark.png.
 */

const FOLDER = join(ROOT, 'docs/pictures');

install();
process.env.CHROMIUM_PATH = ensureChromium(); // takes the pictures in the browser that people have
const { openTab } = await import('../tests/support/browser'); // launches Chromium
buildWebIfStale();
mkdirSync(FOLDER, { recursive: true });
await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
const { ann } = await fillHousehold(server);
// hides the checklist for new users (first steps), which would take the place of the boards
await ann.delete('/api/profile/first-steps');
for (const scheme of ['light', 'dark'] as const) {
  await using tab = await openTab(server.publicUrl, { scheme, idle: true });
  await tab.setCookies(ann.cookies);
  await tab.page.goto('/');
  await tab.page.getByRole('main').getByRole('link', { name: /#food/ }).waitFor();
  await tab.page.waitForLoadState('networkidle');
  const path = join(FOLDER, scheme === 'dark' ? 'dashboard-dark.png' : 'dashboard.png');
  await tab.page.screenshot({ path });
  say(`${path}: ${Math.round(statSync(path).size / 1000)} kB`);
}
process.exit(0);

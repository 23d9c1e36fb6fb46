import { join } from 'node:path';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, ROOT, say } from './setup';

/**
 * `bun run shots`: writes screenshots of every screen and dialog, in three sizes, light and dark, to shots/.
 * `bun run shots readme` takes the two of the README again, to docs/pictures/.
 */

install();
process.env.CHROMIUM_PATH = ensureChromium(); // takes the pictures in the browser that people have
buildWebIfStale();
if (process.argv[2] === 'readme') {
  await takeDashboards();
  process.exit();
}
const test = Bun.spawn([process.execPath, 'test', join(ROOT, 'tests/browser/accessibility.test.ts')], {
  cwd: ROOT,
  env: { ...process.env, SHOTS: '1' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(await test.exited);

async function takeDashboards() {
  const { testServer } = await import('../tests/support/server');
  const { fillHousehold } = await import('../tests/support/household');
  const { openTab } = await import('../tests/support/browser'); // launches Chromium
  await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
  const { ann } = await fillHousehold(server);
  await ann.delete('/api/profile/first-steps'); // this checklist would take the place of the boards
  for (const scheme of ['light', 'dark'] as const) {
    await using tab = await openTab(server.publicUrl, { scheme, idle: true });
    await tab.setCookies(ann.cookies);
    await tab.page.goto('/');
    await tab.page.getByRole('main').getByRole('link', { name: /#food/ }).waitFor();
    await tab.page.waitForLoadState('networkidle');
    const path = join(ROOT, 'docs/pictures', scheme === 'dark' ? 'dashboard-dark.png' : 'dashboard.png');
    await tab.page.screenshot({ path });
    say(path);
  }
}

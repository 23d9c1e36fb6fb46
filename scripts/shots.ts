import { join } from 'node:path';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, ROOT } from './setup';

/**
 * `bun run shots`: writes screenshots of every screen and dialog, in three sizes, light and dark, to shots/.
 */

install();
const env = { ...process.env, SHOTS: '1', CHROMIUM_PATH: ensureChromium() };
buildWebIfStale();
const test = Bun.spawn([process.execPath, 'test', join(ROOT, 'tests/browser/accessibility.test.ts')], {
  cwd: ROOT,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(await test.exited);

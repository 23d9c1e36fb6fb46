import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../setup';
import type { At } from './web-pages';

/** Not a dependency, because only this figure needs its hundred packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<string, { numericValue: number }>;
};

/** Measures a page as Lighthouse does: on a simulated slow phone, and in points of a hundred. */
export async function lighthouse({ url, cookies }: At, path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const output = join(folder, 'report.json');
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  // not awaited synchronously, because the server that it visits is in this process
  const run = Bun.spawn(
    [
      ...['npx', '--yes', LIGHTHOUSE, url + path, '--quiet', '--output=json', `--output-path=${output}`],
      `--only-categories=${CATEGORIES.join(',')}`,
      `--extra-headers=${JSON.stringify(path === '/login' ? {} : { Cookie: cookie })}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH }, stderr: 'pipe', stdout: 'ignore' },
  );
  const stderr = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) fail(`Lighthouse failed.\n${stderr}`);
  const { categories, audits } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)])),
    blockedMs: Math.round(audits['total-blocking-time']!.numericValue),
    shift: audits['cumulative-layout-shift']!.numericValue,
  };
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../setup';

/**
 * The package of Lighthouse. bunx downloads it when it is needed, because as a dependency it would add 150 MB
 * to every installation.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Runs Lighthouse once, with the settings for a phone. Returns the score of each category, from 0 to 100. */
export async function lighthouse(
  chromium: string,
  url: string,
  cookie: string,
): Promise<Record<(typeof CATEGORIES)[number], number>> {
  const folder = mkdtempSync(join(tmpdir(), 'tagline-lighthouse-'));
  const report = join(folder, 'report.json');
  const child = Bun.spawn(
    [
      process.execPath,
      'x',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
      `--chrome-flags=${FLAGS}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await child.exited;
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]),
  ) as Record<(typeof CATEGORIES)[number], number>;
  const shown = METRICS.map((audit) => `${audit} ${audits[audit].displayValue}`).join('; ');
  say(`${new URL(url).pathname}: ${JSON.stringify(scores)}; ${shown}`);
  for (const name of CATEGORIES.slice(1))
    for (const { id } of categories[name].auditRefs)
      if (audits[id].score !== null && audits[id].score < 1) say(`  ${name}: ${id}: ${audits[id].title}`);
  return scores;
}

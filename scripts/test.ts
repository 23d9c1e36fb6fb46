import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium';
import { buildWebIfStale, fail, install, ROOT } from './setup';
import { type Outcome, readReport } from './test-report';

/**
 * `bun run test`: everything, or with names only the test files that match one of them. What it counts comes
 * from the runners' own reports. The last line is always `N passed, N failed`.
 */

/** For what hangs. How fast things are is no promise of these tests. */
const TIMEOUT_MS = 60_000;

/** One more than there are cores, as they wait half of the time; and what one file has loaded serves the next. */
const SIDE_BY_SIDE = [`--parallel=${navigator.hardwareConcurrency + 1}`, '--no-isolate'];

const names = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'tagline-tests-'));
const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(ROOT)]
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  .sort();
const browser = files.filter((file) => file.startsWith('tests/browser/'));
const web = files.filter((file) => file.startsWith('tests/web/'));
const server = files.filter((file) => !browser.includes(file) && !web.includes(file));
const total: Outcome = { passed: 0, failures: [] };

if (names.length > 0 && files.length === 0) fail(`No test file matches ${names.join(' or ')}.`);
install();
const chromium = browser.length > 0 ? ensureChromium() : '';
buildWebIfStale();

if (names.length === 0) {
  await part('types', () => check('types', ['--bun', 'tsc']));
  await part('lint', () => check('lint', ['--bun', 'biome', 'check', '--error-on-warnings']));
}
await part('server', () => tests('server', server, SIDE_BY_SIDE));
await part('web', () => tests('web', web, ['--preload', './tests/dom.ts']));
await part('browser', () => inHalves('browser', browser, { CHROMIUM_PATH: chromium }));

rmSync(reports, { recursive: true, force: true });
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(`${total.passed} passed, ${total.failures.length} failed`);
process.exit(total.failures.length > 0 || total.passed === 0 ? 1 : 0);

async function part(name: string, run: () => Promise<Outcome | undefined>) {
  const began = performance.now();
  const outcome = await run();
  if (!outcome) return;
  const { passed, failures } = outcome;
  total.passed += passed;
  total.failures.push(...failures);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${passed} passed, ${failures.length} failed in ${seconds} s\n`);
}

/** A check without tests of its own counts as one. */
async function check(name: string, args: string[]): Promise<Outcome> {
  const ok = (await bun(args)) === 0;
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}

/** Two browsers side by side: each waits for its own pages. */
async function inHalves(name: string, files: string[], env: Record<string, string>) {
  const halves = [0, 1].map((half) => files.filter((_, nth) => nth % 2 === half));
  const outcomes = await Promise.all(halves.map((half, n) => tests(`${name}-${n}`, half, [], env)));
  const ran = outcomes.filter((outcome) => outcome !== undefined);
  if (ran.length === 0) return undefined;
  return {
    passed: ran.reduce((sum, { passed }) => sum + passed, 0),
    failures: ran.flatMap(({ failures }) => failures),
  };
}

async function tests(name: string, files: string[], flags: string[], env: Record<string, string> = {}) {
  if (files.length === 0) return undefined;
  const outfile = join(reports, `${name}.xml`);
  const reporter = ['--reporter=junit', `--reporter-outfile=${outfile}`];
  const bunTest = ['test', '--timeout', String(TIMEOUT_MS), ...flags, ...reporter];
  const exitCode = await bun([...bunTest, ...files.map((file) => `./${file}`)], env);
  const report = Bun.file(outfile);
  return readReport((await report.exists()) ? await report.text() : '', files, exitCode);
}

function bun(args: string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium';
import { buildWebIfStale, fail, install, packModelIfStale, ROOT } from './setup';
import { type Outcome, readReport } from './test-report';

/** `bun run test [NAME...]`: checks types and lint and runs all tests, or the files whose paths have a NAME. */

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
if (browser.length > 0) ensureChromium();
const checks =
  names.length > 0
    ? []
    : [
        // on two cores, one thread is quicker than several, because each of them checks most types again
        run('types', () => runCheck('types', ['tsc', '--singleThreaded'])),
        run('lint', () => runCheck('lint', ['biome', 'check', '--error-on-warnings'])),
      ];
buildWebIfStale();
packModelIfStale();
await Promise.all(checks);

const cores = navigator.hardwareConcurrency;
// starts more processes than there are cores, because tests of the server spend a third of their time
// waiting; other tests wait less
await run('server', () => runTests('server', server, cores + 3));
await run('web', () => runTests('web', web, cores + 1));
await run('browser', () => runTests('browser', browser, cores + 1));

rmSync(reports, { recursive: true, force: true });
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(`${total.passed} passed, ${total.failures.length} failed`);
process.exit(total.failures.length > 0 || total.passed === 0 ? 1 : 0);

async function run(name: string, part: () => Promise<Outcome | undefined>) {
  const began = performance.now();
  const outcome = await part();
  if (!outcome) return;
  const { passed, failures } = outcome;
  total.passed += passed;
  total.failures.push(...failures);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${passed} passed, ${failures.length} failed in ${seconds} s\n`);
}

async function runCheck(name: string, args: string[]): Promise<Outcome> {
  const ok = (await runBun(['--bun', ...args])) === 0;
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}

/** All files of a process share the loaded modules, because loading them again takes longer than most tests. */
async function runTests(name: string, files: string[], processes: number): Promise<Outcome | undefined> {
  if (files.length === 0) return undefined;
  const outfile = join(reports, `${name}.xml`);
  const flags = [
    `--parallel=${processes}`,
    '--no-isolate',
    '--reporter=junit',
    `--reporter-outfile=${outfile}`,
  ];
  const exitCode = await runBun(['test', ...flags, ...files.map((file) => `./${file}`)]);
  const report = Bun.file(outfile);
  return readReport((await report.exists()) ? await report.text() : '', files, exitCode);
}

/** Without the last of its compilers, Bun takes an eighth less of the processor for the tests of the web app. */
function runBun(args: string[]): Promise<number> {
  const env = { ...process.env, BUN_JSC_useFTLJIT: '0' };
  return Bun.spawn([process.execPath, ...args], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    .exited;
}

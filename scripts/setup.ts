import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What every command needs before it can begin: the packages and the web app. It runs on a fresh clone, so it
 * imports nothing that has to be installed first, and what needs packages runs in a process of its own: a
 * process that began without node_modules goes on resolving packages from elsewhere.
 */

export const ROOT = join(import.meta.dir, '..');

/** Written when an install has ended well; a half-made node_modules has none. */
const STAMP = join(ROOT, 'node_modules', '.installed');

/** Run by Bun itself, without `bun run` between, which would stand in the way of signals. */
export const VITE = 'node_modules/vite/bin/vite.js';

/** What the web app is made of. */
const WEB_SOURCES = ['web', 'src/contract', 'bun.lock', 'package.json'];
const WEB_PAGE = join(ROOT, 'dist/web/index.html');

/** Brings node_modules to what bun.lock says. Ends the process with one sentence if it cannot. */
export function install() {
  const wanted = wantedInstall();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && packages().every(isThere)) return;
  say('Installing packages ...');
  rmSync(STAMP, { force: true });
  const { ok, output } = quietly([process.execPath, 'install', '--frozen-lockfile']);
  if (!ok) fail(`The packages could not be installed; is this machine online? bun says: ${reason(output)}`);
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** Builds the web app into dist/web if anything it is made of has changed since. */
export function buildWebIfStale() {
  if (existsSync(WEB_PAGE) && statSync(WEB_PAGE).mtimeMs > Math.max(...WEB_SOURCES.map(newest))) return;
  buildWeb();
}

/** Builds the web app into dist/web. Ends the process if it cannot. */
export function buildWeb() {
  say('Building the web app ...');
  const vite = [process.execPath, VITE, 'build', '--config', 'web/vite.config.ts'];
  const { ok, output } = quietly(vite, { NODE_ENV: 'production' });
  if (!ok) fail(`${output}\nThe web app could not be built.`);
}

/** Runs a program to its end with its output held back. */
export function quietly(command: string[], env: Record<string, string> = {}) {
  const { success, stdout, stderr } = Bun.spawnSync(command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return { ok: success, output: `${stdout}${stderr}`.trim() };
}

/** To stderr: what a command prints on stdout is its answer. */
export const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

export function fail(sentence: string): never {
  say(sentence);
  process.exit(1);
}

function wantedInstall() {
  const made = new Bun.CryptoHasher('sha256');
  for (const file of ['bun.lock', 'package.json']) made.update(readFileSync(join(ROOT, file)));
  return `${made.digest('hex')} ${process.platform}-${process.arch}`; // packages hold native code
}

function packages(): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
}

const isThere = (name: string) => existsSync(join(ROOT, 'node_modules', name, 'package.json'));

const reason = (output: string) =>
  output.split('\n').find((line) => line.startsWith('error:')) ?? output.split('\n').at(-1);

/** The latest change within a file or folder; a folder's own time tells of what was removed from it. */
function newest(path: string): number {
  const stat = statSync(join(ROOT, path));
  const within = stat.isDirectory()
    ? readdirSync(join(ROOT, path)).map((name) => newest(join(path, name)))
    : [];
  return Math.max(stat.mtimeMs, ...within);
}

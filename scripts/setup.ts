import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modelPath, readContent } from '../src/search/embedding/packed-model';
import { packModel } from './model/pack';

/**
 * This file imports no package, because a fresh clone has none. Tools that need packages run in new processes,
 * because Bun finds no packages that were installed after its process started.
 */

export const ROOT = join(import.meta.dir, '..');

const STAMP = join(ROOT, 'node_modules', '.installed');

/** The program file of Vite. It is run directly, because `bun run` would not pass signals on to it. */
export const VITE = 'node_modules/vite/bin/vite.js';

const WEB_SOURCES = ['web', 'src/contract', 'bun.lock', 'package.json'];
const WEB_PAGE = join(ROOT, 'dist/web/index.html');
const EXECUTABLE_SOURCES = ['src', 'db', 'scripts', 'dist/web', 'bun.lock', 'package.json'];
const EXECUTABLE = join(ROOT, 'dist/tests', process.platform === 'win32' ? 'tagline.exe' : 'tagline');
const BUILD_WAITS_MS = 120_000;
const MODEL = modelPath();

export function install() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && packages().every(isInstalled)) return;
  say('Installing packages ...');
  rmSync(STAMP, { force: true });
  const { ok, output } = runQuietly([process.execPath, 'install', '--frozen-lockfile']);
  if (!ok) fail(`The packages could not be installed; is this machine online? bun says: ${errorIn(output)}`);
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** Also installs the native packages for other platforms; bun.lock already lists them. */
export function installForAll() {
  const { ok, output } = runQuietly([process.execPath, 'install', '--frozen-lockfile', '--os=*', '--cpu=*']);
  if (!ok) fail(`${output}\nThe packages of the other platforms could not be installed.`);
}

export const buildWebIfStale = () => buildIfStale(WEB_PAGE, WEB_SOURCES, buildWeb);

export function executableForTests(): string {
  buildWebIfStale();
  packModelIfStale();
  buildIfStale(EXECUTABLE, EXECUTABLE_SOURCES, () => {
    writeNotices();
    const { ok, output } = runQuietly([process.execPath, 'scripts/executable.ts', EXECUTABLE]);
    if (!ok) fail(`${output}\nThe executable for the tests could not be built.`);
  });
  return EXECUTABLE;
}

function buildIfStale(file: string, sources: string[], build: () => void) {
  const isFresh = () => existsSync(file) && statSync(file).mtimeMs > Math.max(...sources.map(newestChange));
  if (isFresh()) return;
  mkdirSync(dirname(file), { recursive: true });
  // SQLite releases the lock when its process ends, even after a crash
  const lock = new Database(join(ROOT, 'dist/build.lock'));
  try {
    lock.run(`pragma busy_timeout = ${BUILD_WAITS_MS}`);
    lock.run('begin exclusive');
    if (!isFresh()) build();
  } finally {
    lock.close();
  }
}

export function buildWeb() {
  say('Building the web app ...');
  const vite = [process.execPath, VITE, 'build', '--config', 'web/vite.config.ts'];
  const { ok, output } = runQuietly(vite, { NODE_ENV: 'production' });
  if (!ok) fail(`${output}\nThe web app could not be built.`);
}

export function packModelIfStale() {
  if (readContent(MODEL)) return;
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  try {
    packModel(MODEL);
    if (!readContent(MODEL)) throw new Error('The packed model is not the expected one.');
  } catch (error) {
    say(`Search will find by words only: the English model could not be packed. ${(error as Error).message}`);
  }
}

/** Also fails if something that ships has no license text. */
export function writeNotices() {
  const { ok, output } = runQuietly([process.execPath, 'scripts/release/notices.ts']);
  if (!ok) fail(`${output}\nThe notices of licenses could not be written.`);
}

export function runQuietly(command: string[], env: Record<string, string> = {}) {
  const { success, stdout, stderr } = Bun.spawnSync(command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return { ok: success, output: `${stdout}${stderr}`.trim() };
}

export const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

export function fail(sentence: string): never {
  say(sentence);
  process.exit(1);
}

/** Some packages contain native code, so the system and the processor count. */
function fingerprint() {
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of ['bun.lock', 'package.json']) hash.update(readFileSync(join(ROOT, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

function packages(): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
}

const isInstalled = (name: string) => existsSync(join(ROOT, 'node_modules', name, 'package.json'));

const errorIn = (output: string) =>
  output.split('\n').find((line) => line.startsWith('error:')) ?? output.split('\n').at(-1);

/** The time of a folder counts too, because deleting a file changes it. */
function newestChange(path: string): number {
  const stat = statSync(join(ROOT, path));
  const within = stat.isDirectory()
    ? readdirSync(join(ROOT, path)).map((name) => newestChange(join(path, name)))
    : [];
  return Math.max(stat.mtimeMs, ...within);
}

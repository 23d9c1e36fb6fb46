import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../tests/support/folder';
import { nameOf, TARGETS } from './release/targets';
import { buildWeb, fail, install, installForAll, packModelIfStale, ROOT, say, writeNotices } from './setup';

/**
 * `bun run release [--twice] [PLATFORM...]`: builds the executables, starts each that this machine can run, and writes
 * archives, checksums and the bill of materials into dist/release. With --twice a clone in another folder does the
 * same, and must make the same bytes.
 */
const twice = process.argv.includes('--twice');
const names = process.argv.slice(2).filter((argument) => argument !== '--twice');
const unknown = names.find((name) => !TARGETS.some((target) => nameOf(target) === name));
if (unknown) fail(`There is no platform ${unknown}, only ${TARGETS.map(nameOf).join(', ')}.`);

install();
installForAll();
buildWeb();
packModelIfStale();
writeNotices();
// a process of its own, because Bun finds no packages that were installed after its process started
run([process.execPath, 'scripts/release/make.ts', ...names], ROOT);
if (twice) compare();

function compare() {
  using folder = tempFolder();
  run(['git', 'clone', '--quiet', ROOT, folder.file('clone')], ROOT);
  run([process.execPath, 'scripts/release.ts', ...names], folder.file('clone'));
  const sums = (root: string) => readFileSync(join(root, 'dist/release/SHA256SUMS'), 'utf8');
  const [first, second] = [sums(ROOT), sums(folder.file('clone'))];
  if (first !== second) fail(`A second build is not the same:\n${first}\n${second}`);
  say('A clone in another folder makes the same bytes.');
}

function run(command: string[], cwd: string) {
  const { exitCode } = Bun.spawnSync(command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (exitCode !== 0) fail(`${command.join(' ')} failed.`);
}

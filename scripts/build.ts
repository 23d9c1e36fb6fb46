import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HERE, isHere, type Target } from './executable';
import { buildWeb, fail, install, packModelIfStale, ROOT, runQuietly, say } from './setup';

/** `bun run build` builds dist/tagline; `--all` one executable for each platform, with their checksums. */

const TARGETS: Target[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'windows', cpu: 'x64' },
];
const DIST = join(ROOT, 'dist');
const all = process.argv.includes('--all');

install();
buildWeb();
packModelIfStale();
mkdirSync(DIST, { recursive: true });
if (all) buildAll();
else build(join(DIST, process.platform === 'win32' ? 'tagline.exe' : 'tagline'), HERE);

function buildAll() {
  // also installs the native packages for other platforms; bun.lock already lists them
  const { ok, output } = runQuietly([process.execPath, 'install', '--frozen-lockfile', '--os=*', '--cpu=*']);
  if (!ok) fail(`${output}\nThe packages of the other platforms could not be installed.`);
  const sums: string[] = [];
  for (const target of TARGETS) {
    const name = `tagline-${target.os}-${target.cpu}${target.os === 'windows' ? '.exe' : ''}`;
    build(join(DIST, name), target);
    const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(DIST, name))).digest('hex');
    sums.push(`${sum}  ${name}`);
    if (!isHere(target)) say(`  ${name} was not started: it is for another platform.`);
  }
  writeFileSync(join(DIST, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

/** Uses a new process, because Bun finds no packages that were installed after its process started. */
function build(outfile: string, { os, cpu }: Target) {
  const command = [process.execPath, join(import.meta.dir, 'executable.ts'), outfile, os, cpu];
  const { exitCode } = Bun.spawnSync(command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (exitCode !== 0) process.exit(1);
  say(`${outfile} (${Math.round(statSync(outfile).size / 1e6)} MB)`);
}

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HERE, isHere, nameOf, programOf, TARGETS } from './release/targets';
import { buildWeb, fail, install, installForAll, packModelIfStale, ROOT, say, writeNotices } from './setup';

/** `bun run build [PLATFORM]` builds dist/tagline, for this machine or the platform. `bun run release` builds all. */

const [name = nameOf(HERE)] = process.argv.slice(2);
const target = [HERE, ...TARGETS].find((target) => nameOf(target) === name);
if (!target) fail(`There is no platform ${name}, only ${TARGETS.map(nameOf).join(', ')}.`);
const outfile = join(ROOT, 'dist', programOf(target));

install();
if (!isHere(target)) installForAll();
buildWeb();
packModelIfStale();
writeNotices();
mkdirSync(join(ROOT, 'dist'), { recursive: true });
// a new process, because Bun finds no packages that were installed after its process started
const { exitCode } = Bun.spawnSync(
  [process.execPath, join(import.meta.dir, 'executable.ts'), outfile, name],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
if (exitCode !== 0) process.exit(1);
say(`${outfile} (${Math.round(statSync(outfile).size / 1e6)} MB)`);

import { busyDay } from './bench/busy-day';
import { removeDatabases } from './bench/databases';
import { demo } from './bench/demo';
import { executable } from './bench/executable';
import { figures } from './bench/figures';
import { foreign } from './bench/foreign';
import { meaning } from './bench/meaning';
import { quality } from './bench/quality';
import { readers } from './bench/readers';
import { reading } from './bench/reading';
import { report } from './bench/report';
import { storing } from './bench/storing';
import { fail } from './setup';

/**
 * `bun run bench [MOST] [NAME...] [--write]`: measures Tagline with a thousand, a hundred thousand and a
 * million messages, or with those below MOST and MOST itself. Without a name, measures EACH and LARGEST.
 * `--write` puts what was measured into the table of docs/benchmarks.md, and leaves its other cells.
 */
const [MOST = 1_000_000] = process.argv.filter((argument) => /^\d+$/.test(argument)).map(Number);
const SIZES = [...[1_000, 100_000].filter((size) => size < MOST), MOST];

const EACH = { storing, reading };
/** Parts that are measured with the largest size. */
const LARGEST = { 'busy-day': busyDay, foreign };
/** Parts that are measured only by name. */
const NAMED = {
  demo,
  executable,
  quality,
  meaning,
  readers,
  web: async () => (await import('./bench/web')).web(),
};

const names = process.argv.slice(2).filter((argument) => !/^(\d+|--write)$/.test(argument));
const unknown = names.find((name) => !(name in { ...EACH, ...LARGEST, ...NAMED }));
if (unknown)
  fail(`There is no part ${unknown}, only ${Object.keys({ ...EACH, ...LARGEST, ...NAMED }).join(', ')}.`);

let running = '';
process.on('exit', () => {
  if (running) console.error(`The bench has ended within ${running}.`); // such as by a signal
});
async function measureAll(parts: Record<string, (size: number) => unknown>, size: number) {
  for (const [name, measure] of Object.entries(parts)) {
    running = name;
    await measure(size);
    running = '';
  }
}
const wanted = <T extends object>(parts: T, unnamed: boolean) =>
  Object.fromEntries(
    Object.entries(parts).filter(([name]) => (names.length === 0 ? unnamed : names.includes(name))),
  );

try {
  for (const size of SIZES) await measureAll(wanted(EACH, true), size);
  await measureAll({ ...wanted(LARGEST, true), ...wanted(NAMED, false) }, MOST);
} catch (error) {
  console.error(`${running} has failed:`, error);
} finally {
  removeDatabases();
}
report(figures, process.argv.includes('--write'));
process.exit(running ? 1 : process.exitCode);

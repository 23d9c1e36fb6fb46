import { busyDay } from './bench/busy-day';
import { dashboards, members, sockets } from './bench/crowds';
import { copyOfDatabase, removeDatabases, startProduct } from './bench/databases';
import { executable } from './bench/executable';
import { addFigureWithLimit, figures, median, ROUNDS } from './bench/figures';
import { foreign } from './bench/foreign';
import { importing } from './bench/importing';
import { links } from './bench/links';
import { meaning } from './bench/meaning';
import { mixing } from './bench/mixing';
import { quality } from './bench/quality';
import { reading } from './bench/reading';
import { report } from './bench/report';
import { searching } from './bench/searching';
import { storing } from './bench/storing';
import { memoryMb } from './process';
import { fail } from './setup';

/**
 * `bun run bench [MOST] [NAME...] [--write]`: measures Tagline with a thousand, a hundred thousand and a
 * million messages, or with those below MOST and MOST itself. Without a name, measures EACH and LARGEST.
 * `--write` writes the table into docs/benchmarks.md.
 */
const [MOST = 1_000_000] = process.argv.filter((argument) => /^\d+$/.test(argument)).map(Number);
const SIZES = [...[1_000, 100_000].filter((size) => size < MOST), MOST];

const EACH = { storing, mixing, reading, searching, starting };
/** Parts that are measured with the largest size. */
const LARGEST = { sockets, dashboards, members, 'busy-day': busyDay };
/** Parts that are measured only by name. */
const NAMED = {
  executable,
  foreign,
  importing,
  links,
  quality,
  meaning,
  web: async () => (await import('./bench/web')).web(),
};

const names = process.argv.slice(2).filter((argument) => !/^(\d+|--write)$/.test(argument));
const unknown = names.find((name) => !(name in { ...EACH, ...LARGEST, ...NAMED }));
if (unknown)
  fail(`There is no part ${unknown}, only ${Object.keys({ ...EACH, ...LARGEST, ...NAMED }).join(', ')}.`);
const isWanted = ([name]: [string, unknown]) => names.length === 0 || names.includes(name);

try {
  for (const size of SIZES)
    for (const [, measure] of Object.entries(EACH).filter(isWanted)) await measure(size);
  for (const [, measure] of Object.entries(LARGEST).filter(isWanted)) await measure(MOST);
  for (const [name, measure] of Object.entries(NAMED)) if (names.includes(name)) await measure(MOST);
} finally {
  removeDatabases();
}
report(figures, process.argv.includes('--write'));
process.exit();

async function starting(size: number) {
  const dataDir = copyOfDatabase(size);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProduct(dataDir);
    times.push(server.readyMs);
    await fetch(server.url);
    await Bun.sleep(1_000);
    sizes.push(memoryMb(server.pid));
    await server.stop();
  }
  addFigureWithLimit('Start to listening', size, median(times), 'ms', 300);
  addFigureWithLimit('Idle memory', size, median(sizes), 'MB', 120);
}

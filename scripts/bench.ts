import { dashboards, sockets } from './bench/crowds';
import { copyOf, removeDatabases, startProduct } from './bench/databases';
import { bounded, figures, median, ROUNDS } from './bench/figures';
import { mixing } from './bench/mixing';
import { memoryMb } from './bench/processes';
import { growth, reading } from './bench/reading';
import { report } from './bench/report';
import { storing } from './bench/storing';

/**
 * `bun run bench [MOST] [PART...]`: how fast the product is with a thousand, a hundred thousand and a million
 * messages, or with no more than MOST. Each figure stands beside a yardstick measured on the same machine in
 * turns with it: believe the ratios. Traffic goes to 127.0.0.1 only. With `--write` docs/benchmarks.md gets the table.
 */

const MOST = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const PARTS = { storing, mixing, reading, starting, growth, sockets, dashboards };
const wanted = Object.keys(PARTS).filter((part) => process.argv.includes(part));
const runs = (part: keyof typeof PARTS) => wanted.length === 0 || wanted.includes(part);
const SIZES = [1_000, 100_000, 1_000_000].filter((size) => size <= MOST);

try {
  for (const size of SIZES) {
    if (runs('storing')) await storing(size);
    if (runs('mixing')) await mixing(size);
    if (runs('reading')) await reading(size);
    if (runs('starting')) await starting(size);
  }
  const most = SIZES.at(-1) ?? MOST;
  if (runs('growth')) await growth(SIZES[0] ?? MOST, most);
  if (runs('sockets')) await sockets(most);
  if (runs('dashboards')) await dashboards(most);
} finally {
  removeDatabases();
}
report(figures, process.argv.includes('--write'));

/** From the start of the process to when it listens, and what memory it takes when a page has been loaded. */
async function starting(size: number) {
  const dataDir = copyOf(size);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProduct(dataDir);
    times.push(server.readyMs);
    await fetch(server.url);
    await Bun.sleep(1_000);
    sizes.push(memoryMb(server.pid) ?? 0);
    await server.stop();
  }
  bounded('Start to listening', size, median(times), 'ms', 300);
  bounded('Idle memory', size, median(sizes), 'MB', 120);
}

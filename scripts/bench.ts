import { asking } from './bench/asking';
import { dashboards, sockets } from './bench/crowds';
import { copyOfDatabase, removeDatabases, startProduct } from './bench/databases';
import { addFigureWithLimit, figures, median, ROUNDS } from './bench/figures';
import { members } from './bench/members';
import { mixing } from './bench/mixing';
import { memoryMb } from './bench/processes';
import { growth, reading } from './bench/reading';
import { report } from './bench/report';
import { searching } from './bench/searching';
import { storing } from './bench/storing';

/**
 * `bun run bench [MOST] [PART...]`: measures Tagline with databases of a thousand, a hundred thousand and a
 * million messages. Leaves out sizes above MOST. If PART is given, measures only these parts. Most figures
 * are compared with a yardstick, such as plain SQLite: rounds of the yardstick and of Tagline alternate
 * (docs/benchmarks.md). `--write` also writes the table into that document. All traffic stays on this
 * machine.
 */

const MOST = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const PARTS = { storing, mixing, reading, searching, asking, starting, growth, sockets, dashboards, members };
const wanted = Object.keys(PARTS).filter((part) => process.argv.includes(part));
const runs = (part: keyof typeof PARTS) => wanted.length === 0 || wanted.includes(part);
const SIZES = [1_000, 100_000, 1_000_000].filter((size) => size <= MOST);

try {
  for (const size of SIZES) {
    if (runs('storing')) await storing(size);
    if (runs('mixing')) await mixing(size);
    if (runs('reading')) await reading(size);
    if (runs('searching')) await searching(size);
    if (runs('asking')) await asking(size);
    if (runs('starting')) await starting(size);
  }
  const most = SIZES.at(-1) ?? MOST;
  if (runs('growth')) await growth(SIZES[0] ?? MOST, most);
  if (runs('sockets')) await sockets(most);
  if (runs('dashboards')) await dashboards(most);
  if (runs('members')) await members(most);
} finally {
  removeDatabases();
}
report(figures, process.argv.includes('--write'));

/** Measures how long the server takes until it listens, and its memory after one page was loaded. */
async function starting(size: number) {
  const dataDir = copyOfDatabase(size);
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
  addFigureWithLimit('Start to listening', size, median(times), 'ms', 300);
  addFigureWithLimit('Idle memory', size, median(sizes), 'MB', 120);
}

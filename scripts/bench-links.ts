import { readConfig } from '../src/app/config/config';
import { findOrCreateUser } from '../src/people/users';
import { createApp } from '../src/start/create-app';
import { copyOfDatabase, removeDatabases, signIn, signInMany, startProduct } from './bench/databases';
import { median, quantile } from './bench/figures';
import { memoryMb, startProcess } from './bench/processes';
import { LINKS, type PreviewJob, type PreviewResult } from './bench/visitors';

/**
 * `bun scripts/bench-links.ts`: measures how much the server slows down while it fetches link previews. A
 * client requests the same list of messages 200 times a second. Two things are measured: the milliseconds
 * from when a request was due until its answer was complete, and the server's resident memory. Both are
 * measured:
 *
 * - while the server does nothing else;
 * - while it visits hostile servers, 1,800 times in all;
 * - while it fetches 1,800 ordinary pages, as fast as it can;
 * - while it decodes pictures.
 *
 * Each time in the table is the median of nine rounds. `ratio` is a round's p99 divided by the p99 of the
 * idle server in that round; the table has the median of the rounds. `MB more` is the highest memory minus
 * the memory before the first hostile visit. A thousand ordinary pages are fetched before that visit and are
 * not measured, because Bun compiles code meanwhile. Goals: for hostile servers a ratio of at most 2,
 * at most 40 MB more and at most 5.5 s for a visit; for pictures at most 150 MB more.
 */

const ROUNDS = 9;
const VISITS = 200;
const PICTURES = 12;
const PEOPLE = 60;
const CALLS_A_SECOND = 200;
const IDLE_MS = 3_000;
/**
 * Milliseconds after which a visit counts as hanging. A hanging visit ends only at Tagline's time limit for
 * visits. So each round has only one visit to a server of this kind.
 */
const HANGS_MS = 3_000;

type Part = { calls: number; p50: number; p95: number; p99: number; ratio: number; most: number };

try {
  await measure();
} finally {
  removeDatabases();
}

async function measure() {
  const dataDir = copyOfDatabase(1000);
  const caller = await signIn(dataDir);
  const cookies = signInPeople(dataDir);
  const server = await startProduct(dataDir, { PREVIEW_ALLOW: '127.0.0.0/8' });
  const sites = await startProcess(['scripts/bench/visitors.ts']);
  const visit = async (links: string[]): Promise<PreviewResult> => {
    const job: PreviewJob = { product: server.url, cookies, links };
    return (await fetch(sites.url, { method: 'POST', body: JSON.stringify(job) })).json();
  };
  const listMessages = async () => {
    const answer = await fetch(`${server.url}/api/messages?limit=50`, { headers: { cookie: caller } });
    if ((await answer.text()).length < 1000) throw new Error(`A call was answered ${answer.status}.`);
  };

  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, memoryMb(server.pid) ?? 0);
  }, 20);
  const parts: Record<string, Part[]> = {};
  const statuses: Record<string, number> = {};
  let idle = Number.NaN;
  const measurePart = async (name: string, links: string[]) => {
    most = 0;
    const result = links.length > 0 ? visit(links) : Bun.sleep(IDLE_MS);
    const times = await timeCalls(listMessages, result);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(times, part)) as [
      number,
      number,
      number,
    ];
    if (links.length === 0) idle = p99;
    parts[name] = [...(parts[name] ?? []), { calls: times.length, p50, p95, p99, ratio: p99 / idle, most }];
    for (const [status, count] of Object.entries((await result)?.statuses ?? {}))
      statuses[status] = (statuses[status] ?? 0) + count;
    await Bun.sleep(300);
  };

  await timeCalls(listMessages, Bun.sleep(IDLE_MS));
  const fresh = memoryMb(server.pid) ?? 0;
  await timeCalls(listMessages, visit(fill([LINKS.page], 5 * VISITS)));
  await timeCalls(listMessages, Bun.sleep(IDLE_MS));
  const before = memoryMb(server.pid) ?? 0;
  const alone = await visit(LINKS.hostile);
  const hanging = LINKS.hostile.filter((_, n) => (alone.took[n] ?? 0) > HANGS_MS);
  const quick = LINKS.hostile.filter((behaviour) => !hanging.includes(behaviour));
  const hostile = [...hanging, ...fill(quick, VISITS - hanging.length)];
  for (let round = 0; round < ROUNDS; round++) {
    await measurePart('nothing', []);
    await measurePart('hostile servers', hostile);
  }
  for (let round = 0; round < ROUNDS; round++) {
    await measurePart('nothing again', []);
    await measurePart('ordinary pages', fill([LINKS.page], VISITS));
    await measurePart('pictures', fill(LINKS.pictures, PICTURES));
  }
  clearInterval(watching);
  await Promise.all([server.stop(), sites.stop()]);

  console.table(
    Object.fromEntries(Object.entries(parts).map(([name, rounds]) => [name, row(rounds, before)])),
  );
  console.log(
    `${Math.round(fresh)} MB before the first visit, ${Math.round(before)} before the first hostile one. ${LINKS.hostile.length} kinds of hostile servers, the longest visit ${Math.round(Math.max(...alone.took))} ms. Answers:`,
    statuses,
  );
}

function row(rounds: Part[], before: number) {
  const middle = (of: (part: Part) => number) => Number(median(rounds.map(of)).toFixed(2));
  return {
    calls: rounds.reduce((sum, { calls }) => sum + calls, 0),
    p50: middle(({ p50 }) => p50),
    p95: middle(({ p95 }) => p95),
    p99: middle(({ p99 }) => p99),
    'p99 of each round': rounds.map(({ p99 }) => p99.toFixed(1)).join(' '),
    ratio: middle(({ ratio }) => ratio),
    'MB more': Math.round(Math.max(...rounds.map(({ most }) => most)) - before),
  };
}

/** Returns session cookies of many people, because the previews would exceed the rate limit of one person. */
function signInPeople(dataDir: string): string[] {
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const people = Array.from(
    { length: PEOPLE },
    (_, n) => findOrCreateUser(app, `+1202555${2000 + n}`).user.id,
  );
  const cookies = signInMany(app, people, PEOPLE);
  app.close();
  return cookies;
}

/** Returns a list of `length` links that repeats the given links. */
function fill(links: string[], length: number): string[] {
  return Array.from({ length }, (_, n) => links[n % links.length] ?? '');
}

/**
 * Calls `call` at a steady rate until `until` settles. Returns the milliseconds of each call: from when it
 * was due until it ended.
 */
async function timeCalls(call: () => Promise<void>, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const end = () => {
    over = true;
  };
  until.then(end, end);
  const times: number[] = [];
  const calls: Promise<unknown>[] = [];
  for (let due = performance.now(); !over; due += 1000 / CALLS_A_SECOND) {
    await Bun.sleep(Math.max(0, due - performance.now()));
    const from = Math.min(due, performance.now()); // the sleep can end a little too early
    calls.push(call().then(() => times.push(performance.now() - from)));
  }
  await Promise.all(calls);
  return times;
}

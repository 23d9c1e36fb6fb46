import { createApp } from '../src/app';
import { readConfig } from '../src/config';
import { findOrCreateUser } from '../src/users/users';
import { copyOf, removeDatabases, signIn, signInMany, startProduct } from './bench/databases';
import { median, quantile } from './bench/figures';
import { memoryMb, run } from './bench/processes';
import { type Errand, type Errands, LINKS } from './bench/visitors';

/**
 * `bun scripts/bench-links.ts`: what links cost everybody else. Somebody asks for their newest messages 200 times a
 * second, always by the same call; measured are the milliseconds from when a call was due to its whole answer, and
 * the server's resident memory. That goes on while there is nothing else to do and, in turns with it, first while
 * servers that mean harm are visited, 1,800 times in all, then while as many ordinary pages are asked for as fast as
 * they are answered and pictures are drawn. A figure is the median of nine rounds; `ratio` is the median of each
 * round's p99 to that of its idle part, `MB more` the most there ever was over what there was before the first
 * hostile visit. A thousand ordinary pages are visited before that, unmeasured: what the engine compiles meanwhile
 * comes with any visit. To be reached are (S2, S4): a ratio of 2 and 40 MB for hostile servers, none of them visited
 * for longer than 5.5 s, and 150 MB for pictures.
 */

const ROUNDS = 9;
const VISITS = 200;
const PICTURES = 12;
const PEOPLE = 60;
const CALLS_A_SECOND = 200;
const IDLE_MS = 3_000;
/** A visit that takes longer than this holds its place until its time is up; there is one of each in a round. */
const HANGS_MS = 3_000;

type Part = { calls: number; p50: number; p95: number; p99: number; ratio: number; most: number };

try {
  await measure();
} finally {
  removeDatabases();
}

async function measure() {
  const dataDir = copyOf(1000);
  const caller = await signIn(dataDir);
  const cookies = signInPeople(dataDir);
  const server = await startProduct(dataDir, { PREVIEW_ALLOW: '127.0.0.1' });
  const world = await run(['scripts/bench/visitors.ts']);
  const visit = async (links: string[]): Promise<Errands> => {
    const errand: Errand = { product: server.url, cookies, links };
    return (await fetch(world.url, { method: 'POST', body: JSON.stringify(errand) })).json();
  };
  const look = async () => {
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
  const during = async (name: string, links: string[]) => {
    most = 0;
    const errands = links.length > 0 ? visit(links) : Bun.sleep(IDLE_MS);
    const times = await timed(look, errands);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(times, part)) as [
      number,
      number,
      number,
    ];
    if (links.length === 0) idle = p99;
    parts[name] = [...(parts[name] ?? []), { calls: times.length, p50, p95, p99, ratio: p99 / idle, most }];
    for (const [status, count] of Object.entries((await errands)?.statuses ?? {}))
      statuses[status] = (statuses[status] ?? 0) + count;
    await Bun.sleep(300);
  };

  await timed(look, Bun.sleep(IDLE_MS));
  const fresh = memoryMb(server.pid) ?? 0;
  await timed(look, visit(fill([LINKS.page], 5 * VISITS)));
  await timed(look, Bun.sleep(IDLE_MS));
  const before = memoryMb(server.pid) ?? 0;
  const alone = await visit(LINKS.hostile);
  const hanging = LINKS.hostile.filter((_, n) => (alone.took[n] ?? 0) > HANGS_MS);
  const quick = LINKS.hostile.filter((manner) => !hanging.includes(manner));
  const hostile = [...hanging, ...fill(quick, VISITS - hanging.length)];
  for (let round = 0; round < ROUNDS; round++) {
    await during('nothing', []);
    await during('hostile servers', hostile);
  }
  for (let round = 0; round < ROUNDS; round++) {
    await during('nothing again', []);
    await during('ordinary pages', fill([LINKS.page], VISITS));
    await during('pictures', fill(LINKS.pictures, PICTURES));
  }
  clearInterval(watching);
  await Promise.all([server.stop(), world.stop()]);

  console.table(
    Object.fromEntries(Object.entries(parts).map(([name, rounds]) => [name, row(rounds, before)])),
  );
  console.log(
    `${Math.round(fresh)} MB before the first visit, ${Math.round(before)} before the first hostile one. ${LINKS.hostile.length} manners of hostile server, the longest visit ${Math.round(Math.max(...alone.took))} ms. Answers:`,
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

/** Sessions of that many people; one alone may not make us fetch so much. */
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

function fill(links: string[], length: number): string[] {
  return Array.from({ length }, (_, n) => links[n % links.length] ?? '');
}

/** Calls at a steady rate until something else is over: milliseconds from when each was due. */
async function timed(call: () => Promise<void>, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const end = () => {
    over = true;
  };
  until.then(end, end);
  const times: number[] = [];
  const calls: Promise<unknown>[] = [];
  for (let due = performance.now(); !over; due += 1000 / CALLS_A_SECOND) {
    await Bun.sleep(Math.max(0, due - performance.now()));
    const from = Math.min(due, performance.now()); // a sleep may end early
    calls.push(call().then(() => times.push(performance.now() - from)));
  }
  await Promise.all(calls);
  return times;
}

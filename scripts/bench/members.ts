import { readConfig } from '../../src/app/config/config';
import { create } from '../../src/messages/messages';
import { findUser } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { addBoardOfMany, postMessage, usersOf } from './crowds';
import { copyOfDatabase, signIn, signInMany, startProduct } from './databases';
import { addFigure, median, quantile } from './figures';
import type { OpenPages } from './open-pages';
import { cpuMicros, startProcess } from './processes';

const MEMBERS = 1_000;
const MESSAGES = 100;
const PROCESSES = 2;
const ROUNDS = 10;
/** Milliseconds between two requests of Ann, who is not a member of the board. */
const PAUSE_MS = 5;

/**
 * Measures the time from a message until all 1,000 members of its board, each with the web app open, have
 * received it. A member first receives the event, and then the answer to the poll that the event causes. At
 * the same time, measures the requests of Ann, who is not a member.
 */
export async function members(size: number) {
  const dataDir = copyOfDatabase(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const people = usersOf(app, MEMBERS + 1).slice(1); // leaves out Ann, the first user
  addBoardOfMany(app, people);
  const owner = findUser(app, people[0] ?? 0)!;
  for (let n = 0; n < MESSAGES; n++)
    create(app, owner, { content: `Message ${n} to everybody`, tags: ['everybody'], source: 'api' });
  const cookies = signInMany(app, people, MEMBERS);
  app.close();
  const other = await signIn(dataDir);

  const server = await startProduct(dataDir);
  const holders = await Promise.all(
    Array.from({ length: PROCESSES }, () => startProcess(['scripts/bench/open-pages.ts'])),
  );
  const ask = (path: string, bodyOf: (n: number) => string) =>
    Promise.all(
      holders.map(({ url }, n) => fetch(url + path, { method: 'POST', body: bodyOf(n), timeout: false })),
    );
  await ask('/open', (n) => {
    const own = cookies.filter((_, at) => at % PROCESSES === n);
    return JSON.stringify({ url: server.url, cookies: own } satisfies OpenPages);
  });
  await Bun.sleep(3_000); // until then, the pages have fetched everything

  const shown: number[] = [];
  const waits: number[] = [];
  // for each round, the server's CPU time divided by the number of pages, in microseconds
  const used: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const content = `To everybody, round ${round}.`;
    const answers = ask('/next', () => content);
    await Bun.sleep(500);
    let isOver = false;
    const before = cpuMicros(server.pid) ?? Number.NaN;
    const waiting = requestUntil(() => isOver, server.url, other, waits);
    const sent = Date.now();
    await postMessage(server, cookies[0] ?? '', { content, tags: ['everybody'] });
    for (const answer of await answers)
      for (const at of (await answer.json()) as number[]) shown.push(at - sent);
    isOver = true;
    used.push(((cpuMicros(server.pid) ?? Number.NaN) - before) / MEMBERS);
    await waiting;
  }
  const add = (name: string, ours: number, most: number, cpu?: number) =>
    addFigure({
      name,
      size,
      ours,
      unit: 'ms',
      ...(cpu && { cpu: { ours: cpu } }),
      goal: { text: `< ${most} ms`, met: ours < most },
    });
  add(
    `A message on ${MEMBERS.toLocaleString('en-US')} open pages, p99`,
    quantile(shown, 0.99),
    1_000,
    median(used),
  );
  add('Somebody else reads a page meanwhile, longest', Math.max(...waits), 50);
  for (const { stop } of [...holders, server]) await stop();
}

/**
 * Reads a page of messages again and again until `isOver` returns true. Adds the milliseconds of each request
 * to `times`.
 */
async function requestUntil(isOver: () => boolean, url: string, cookie: string, times: number[]) {
  while (!isOver()) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/messages?limit=50`, { headers: { cookie } });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    await Bun.sleep(PAUSE_MS);
  }
}

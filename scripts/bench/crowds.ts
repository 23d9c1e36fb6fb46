import { create } from '../../src/messages/messages';
import { findUser } from '../../src/people/users';
import { cpuMicros, memoryMb } from '../process';
import {
  addBoardOfMany,
  copyOfDatabase,
  postMessage,
  signIn,
  signInMany,
  startHelper,
  startProduct,
  usersOf,
  withApp,
} from './databases';
import { addFigure, addFigureWithLimit, median, quantile } from './figures';
import type { OpenPages } from './open-pages';
import { listsPath, openPoller, pagePath } from './poller';

const SOCKETS = 5_000;
const DASHBOARDS = 10_000;
const PAGES = 1_000;
/** More connections at once would overflow the queue of those that the server has not accepted yet. */
const AT_ONCE = 100;

/** Measures how long a message takes to the open sockets of all members of a board, and their memory. */
export async function sockets(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookies = await withApp(dataDir, (app) => {
    const people = usersOf(app, SOCKETS);
    addBoardOfMany(app, people);
    return signInMany(app, people);
  });
  const server = await startProduct(dataDir);
  let onMessage = () => {};
  const open = (cookie: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const url = `${server.url.replace('http', 'ws')}/ws/messages`;
      const socket = new WebSocket(url, { headers: { cookie } } as never);
      socket.onopen = () => resolve(socket);
      socket.onerror = () => reject(new Error('A socket was refused.'));
      socket.onmessage = () => onMessage();
    });
  const opened: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n += AT_ONCE)
    opened.push(...(await Promise.all(cookies.slice(n, n + AT_ONCE).map(open))));

  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = SOCKETS;
    onMessage = () => {
      if (--missing === 0) resolve();
    };
    const began = performance.now();
    await postMessage(server, cookies[0]!, `To everybody, ${round}`, 'everybody');
    await promise;
    times.push(performance.now() - began);
  }
  addFigureWithLimit('From a post to the last of 5,000 sockets, p99', size, quantile(times, 0.99), 'ms', 250);
  addFigureWithLimit('Memory with 5,000 sockets', size, memoryMb(server.pid), 'MB', 300);
  for (const socket of opened) socket.close();
  await server.stop();
}

/**
 * The requests that an open dashboard repeats (docs/product/web-app.md: Polling), with their milliseconds.
 */
const POLLS = [
  { path: pagePath, every: 2_000 },
  { path: listsPath, every: 3_000 },
];
/** At first each dashboard fetches everything it shows. */
const WARM_UP_MS = 15_000;

export async function dashboards(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookies = await withApp(dataDir, (app) => signInMany(app, usersOf(app, DASHBOARDS)));
  const server = await startProduct(dataDir);
  let posted = 0;
  const posting = setInterval(() => {
    void postMessage(server, cookies[(posted++ * 7) % DASHBOARDS]!, 'Something new', 'news');
  }, 100);
  const times: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const until = from + 10_000;
  await Promise.all(
    cookies.map(async (cookie) => {
      const poller = await openPoller(server.url, { cookie });
      const repeat = async ({ path, every }: (typeof POLLS)[number]) => {
        let due = performance.now() + Math.random() * every;
        while (due < until) {
          await Bun.sleep(Math.max(0, due - performance.now()));
          const asked = Math.min(due, performance.now()); // a timer may fire a little early
          await poller.poll(path);
          if (asked > from) times.push(performance.now() - asked);
          while (due < performance.now()) due += every; // like the web app, repeats no poll that is late
        }
      };
      await Promise.all(POLLS.map(repeat));
      poller.close();
    }),
  );
  clearInterval(posting);
  addFigure({ name: '10,000 open dashboards, a poll, median', size, value: median(times), unit: 'ms' });
  addFigureWithLimit('10,000 open dashboards, a poll, p99', size, quantile(times, 0.99), 'ms', 100);
  await server.stop();
}

/** Measures when a message has come to all open pages of a board, and how long somebody else waits then. */
export async function members(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookies = await withApp(dataDir, (app) => {
    const people = usersOf(app, PAGES + 1).slice(1); // leaves out Ann, the first user
    addBoardOfMany(app, people);
    const owner = findUser(app, people[0]!)!;
    for (let n = 0; n < 100; n++)
      create(app, owner, { content: `Message ${n} to everybody`, tags: ['everybody'], source: 'api' });
    return signInMany(app, people);
  });
  const other = await signIn(dataDir);
  const server = await startProduct(dataDir);
  const holders = [await startHelper('open-pages'), await startHelper('open-pages')];
  const ask = (path: string, bodyOf: (n: number) => string) =>
    Promise.all(
      holders.map(({ url }, n) => fetch(url + path, { method: 'POST', body: bodyOf(n), timeout: false })),
    );
  await ask('/open', (n) => {
    const own = cookies.filter((_, at) => at % holders.length === n);
    return JSON.stringify({ url: server.url, cookies: own } satisfies OpenPages);
  });
  await Bun.sleep(3_000);

  const [shown, waits, used]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 10; round++) {
    const content = `To everybody, round ${round}.`;
    const answers = ask('/next', () => content);
    await Bun.sleep(500);
    let isOver = false;
    const waiting = readAgainAndAgain(server.url, other, () => isOver);
    const before = cpuMicros(server.pid);
    const sent = Date.now();
    await postMessage(server, cookies[0]!, content, 'everybody');
    for (const answer of await answers)
      for (const at of (await answer.json()) as number[]) shown.push(at - sent);
    used.push((cpuMicros(server.pid) - before) / PAGES);
    isOver = true;
    waits.push(...(await waiting));
  }
  const p99 = quantile(shown, 0.99);
  addFigure({
    name: 'A message on 1,000 open pages, p99',
    size,
    value: p99,
    unit: 'ms',
    cpu: { ours: median(used) },
    goal: { text: '< 1000 ms', met: p99 < 1000 },
  });
  addFigureWithLimit('Somebody else reads a page meanwhile, longest', size, Math.max(...waits), 'ms', 50);
  for (const { stop } of [...holders, server]) await stop();
}

async function readAgainAndAgain(url: string, cookie: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await (await fetch(`${url}/api/messages?limit=50`, { headers: { cookie } })).arrayBuffer();
    times.push(performance.now() - began);
    await Bun.sleep(5);
  }
  return times;
}

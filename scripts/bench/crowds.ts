import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import { createApp } from '../../src/start/create-app';
import { openDashboards } from './dashboards';
import { copyOfDatabase, signInMany, startProduct } from './databases';
import { addFigure, addFigureWithLimit, median, quantile } from './figures';
import { memoryMb, type Running } from './processes';
import { openSockets } from './sockets';

const SOCKETS = 5_000;
const DASHBOARDS = 10_000;

/**
 * Measures how long a new message takes to reach the open sockets of all 5,000 members of a board. Also
 * measures the server's memory with these sockets.
 */
export async function sockets(size: number) {
  const dataDir = copyOfDatabase(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const people = usersOf(app, SOCKETS);
  addBoardOfMany(app, people);
  const cookies = signInMany(app, people, SOCKETS);
  app.close();

  const server = await startProduct(dataDir);
  const listeners = await openSockets(server.url, cookies);
  const lastHeard: number[] = []; // for each round, milliseconds until the last socket received the message
  for (let round = 0; round < 20; round++) {
    const heard = listeners.nextMessage();
    await postMessage(server, cookies[0] ?? '', { content: `To everybody, ${round}`, tags: ['everybody'] });
    lastHeard.push(Math.max(...(await heard)));
  }
  addFigureWithLimit(
    'From a post to the last of 5,000 sockets, p99',
    size,
    quantile(lastHeard, 0.99),
    'ms',
    250,
  );
  addFigureWithLimit('Memory with 5,000 sockets', size, memoryMb(server.pid) ?? 0, 'MB', 300);
  listeners.close();
  await server.stop();
}

/**
 * Measures how fast polls are answered while 10,000 people have the web app open and ten messages a second
 * are posted.
 */
export async function dashboards(size: number) {
  const dataDir = copyOfDatabase(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const cookies = signInMany(app, usersOf(app, DASHBOARDS), DASHBOARDS);
  app.close();
  const server = await startProduct(dataDir);
  let posted = 0;
  const posting = setInterval(() => {
    const cookie = cookies[(posted++ * 7) % cookies.length] ?? '';
    void postMessage(server, cookie, { content: 'Something new', tags: ['news'] });
  }, 100);
  const { times, answers } = await openDashboards(server.url, cookies, 10_000);
  clearInterval(posting);
  const polls = Object.values(answers).reduce((sum, count) => sum + count, 0);
  console.error(`${polls} polls in 10 s, answered ${JSON.stringify(answers)}`);
  addFigure({ name: '10,000 open dashboards, a poll, median', size, ours: median(times), unit: 'ms' });
  addFigureWithLimit('10,000 open dashboards, a poll, p99', size, quantile(times, 0.99), 'ms', 100);
  await server.stop();
}

/**
 * Creates the shared board #everybody with these people as members. None of the members gets texts about it.
 */
export function addBoardOfMany(app: App, people: number[]) {
  const sqlite = app.db.$client;
  const owner = people[0] ?? 0;
  sqlite.run('insert into boards (owner_id, shared, created_at) values (?, 1, ?)', [owner, app.now()]);
  const board = Number((sqlite.query('select max(id) as id from boards').get() as { id: number }).id);
  sqlite.run(
    `insert into memberships (board_id, user_id, role, tag, joined_at)
     select ?, id, iif(id = ?, 'owner', 'member'), 'everybody', 0 from users where id in (select value from json_each(?))`,
    [board, owner, JSON.stringify(people)],
  );
  sqlite.run('update memberships set sms_enabled = 0 where board_id = ?', [board]);
}

/** Returns the ids of `count` users. If there are fewer users, first adds the missing ones. */
export function usersOf(app: App, count: number): number[] {
  const sqlite = app.db.$client;
  sqlite.run(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
     insert or ignore into users (phone, invite_code, created_at) select '+1999' || (10000000 + n), 'bench' || n, 0 from n`,
    [count],
  );
  return (sqlite.query('select id from users order by id limit ?').all(count) as { id: number }[]).map(
    ({ id }) => id,
  );
}

export function postMessage(server: Running, cookie: string, message: { content: string; tags: string[] }) {
  return fetch(`${server.url}/api/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
}

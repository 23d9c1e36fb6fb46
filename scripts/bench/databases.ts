import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '../../db/schema';
import { ann, type Person } from '../../db/seeds/cast';
import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import { createSession } from '../../src/people/auth/sessions';
import { findUserByPhone } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { fillDatabase } from '../../src/start/seed';
import { freePort, startProcess } from '../process';

const workFolder = mkdtempSync(join(tmpdir(), 'tagline-bench-'));
/** The folder of the filled databases. To keep them for later, set BENCH_POOL to another folder. */
const databasePool = process.env.BENCH_POOL ?? join(workFolder, 'pool');

export const removeDatabases = () => rmSync(workFolder, { recursive: true, force: true });

export function copyOfDatabase(size: number): string {
  const original = join(databasePool, String(size));
  if (!existsSync(original)) makeDatabase(original, size);
  const copy = mkdtempSync(join(workFolder, 'copy-'));
  cpSync(original, copy, { recursive: true });
  Bun.spawnSync(['sync']); // otherwise the disk would still be writing during the measurement
  return copy;
}

/** Keeps a database from counting searches, because we search more often than one person may. */
const UNLIMITED_SEARCHES = `
  create trigger unlimited_searches before insert on rate_limit_hits when new.name = 'search by a person'
  begin select raise(ignore); end`;

function makeDatabase(original: string, size: number) {
  console.error(`Making ${size.toLocaleString('en-US')} messages ...`);
  mkdirSync(databasePool, { recursive: true });
  const unfinished = `${original}.part`;
  const clock = { now: Date.now() };
  const app = openApp(unfinished, {}, { now: () => clock.now });
  fillDatabase(app, clock, size);
  app.db.$client.run(UNLIMITED_SEARCHES);
  app.close();
  cpSync(unfinished, original, { recursive: true });
  rmSync(unfinished, { recursive: true });
}

export const openApp = (dataDir: string, env: Record<string, string> = {}, clock?: { now: () => number }) =>
  createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }), clock);

export async function withApp<T>(dataDir: string, act: (app: App) => T | Promise<T>): Promise<T> {
  const app = openApp(dataDir);
  try {
    return await act(app);
  } finally {
    app.close();
  }
}

export const signIn = (dataDir: string) =>
  withApp(dataDir, async (app) => (await signInMany(app, [requireUserByPhone(app, ann).id]))[0]!);

export function requireUserByPhone(app: App, { firstName, phone }: Person): User {
  const user = findUserByPhone(app, phone);
  if (!user) throw new Error(`The database has no user ${firstName}.`);
  return user;
}

export async function signInMany(app: App, users: number[]): Promise<string[]> {
  app.db.$client.run('pragma synchronous = off');
  const cookies: string[] = [];
  for (const user of users) cookies.push((await createSession(app, user)).split(';')[0] ?? '');
  return cookies;
}

/** Returns the ids of `count` users. If there are fewer users, first adds the missing ones. */
export function usersOf(app: App, count: number): number[] {
  const sqlite = app.db.$client;
  sqlite.run(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
     insert or ignore into users (phone, invite_code, created_at) select '+1999' || (10000000 + n), 'bench' || n, 0 from n`,
    [count],
  );
  return sqlite
    .query<{ id: number }, [number]>('select id from users order by id limit ?')
    .all(count)
    .map(({ id }) => id);
}

export function addBoardOfMany(app: App, people: number[]) {
  const sqlite = app.db.$client;
  const [owner = 0] = people;
  sqlite.run('insert into boards (owner_id, shared, created_at) values (?, 1, ?)', [owner, app.now()]);
  const board = sqlite.query<{ id: number }, []>('select max(id) as id from boards').get()!.id;
  sqlite.run(
    `insert into memberships (board_id, user_id, role, tag, joined_at)
     select ?, id, iif(id = ?, 'owner', 'member'), 'everybody', 0 from users where id in (select value from json_each(?))`,
    [board, owner, JSON.stringify(people)],
  );
}

/** Embeddings would take most of the processor. PUBLIC_URL contains the port, so it is chosen before the start. */
export function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  command = [process.execPath, 'src/main.ts'],
) {
  const port = freePort();
  return startProcess(command, {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'silent',
    EMBEDDINGS: 'off',
    ...env,
  });
}

export const startHelper = (name: string, ...args: string[]) =>
  startProcess([process.execPath, `scripts/bench/${name}.ts`, ...args]);

export function postMessage({ url }: { url: string }, cookie: string, content: string, tag: string) {
  return fetch(`${url}/api/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ content, tags: [tag] }),
  });
}

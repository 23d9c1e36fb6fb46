import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessions, type User } from '../../db/schema';
import { ann, type Person } from '../../db/seeds/cast';
import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import { createSession } from '../../src/people/auth/sessions';
import { findUserByPhone } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { fillDatabase } from '../../src/start/seed';
import { startProcess } from './processes';

const workFolder = mkdtempSync(join(tmpdir(), 'tagline-bench-'));
/** The folder of the filled databases. To keep the databases for later, set BENCH_POOL to another folder. */
const databasePool = process.env.BENCH_POOL ?? join(workFolder, 'pool');

export const removeDatabases = () => rmSync(workFolder, { recursive: true, force: true });

/** Returns the path of a new data folder with `size` messages. The caller may change the folder. */
export function copyOfDatabase(size: number): string {
  const original = join(databasePool, String(size));
  if (!existsSync(original)) makeDatabase(original, size);
  return copyOfFolder(original);
}

/** Returns a copy of a data folder. */
export function copyOfFolder(original: string): string {
  const copy = mkdtempSync(join(workFolder, 'copy-'));
  cpSync(original, copy, { recursive: true });
  Bun.spawnSync(['sync']); // otherwise the disk would still be writing during the measurement
  return copy;
}

/**
 * SQL that keeps a database from counting searches. The benchmark searches more often than the rate limit
 * allows one person.
 */
const UNLIMITED_SEARCHES = `
  create trigger unlimited_searches before insert on rate_limit_hits when new.name = 'search by a person'
  begin select raise(ignore); end`;

function makeDatabase(original: string, size: number) {
  console.error(`Making ${size.toLocaleString('en-US')} messages ...`);
  mkdirSync(databasePool, { recursive: true });
  const unfinished = `${original}.part`;
  const clock = { now: Date.now() };
  withApp(
    unfinished,
    (app) => {
      fillDatabase(app, clock, size);
      app.db.$client.run(UNLIMITED_SEARCHES);
    },
    clock,
  );
  cpSync(unfinished, original, { recursive: true });
  rmSync(unfinished, { recursive: true });
}

function withApp<T>(dataDir: string, act: (app: App) => T, clock?: { now: number }): T {
  const app = createApp(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
    clock && { now: () => clock.now },
  );
  try {
    return act(app);
  } finally {
    app.close();
  }
}

/** Returns the cookie of a new session of Ann. */
export async function signIn(dataDir: string): Promise<string> {
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  const cookie = (await createSession(app, requireUserByPhone(app, ann).id)).split(';')[0] ?? '';
  app.close();
  return cookie;
}

export function requireUserByPhone(app: App, { firstName, phone }: Person): User {
  const user = findUserByPhone(app, phone);
  if (!user) throw new Error(`The database has no user ${firstName}.`);
  return user;
}

/** Returns the cookies of `count` new sessions. The sessions belong to these users in turn. */
export function signInMany(app: App, users: number[], count: number): string[] {
  const expiresAt = app.now() + 29 * 86_400_000;
  const tokens = Array.from({ length: count }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
  );
  app.db.$client.run('begin immediate');
  for (const [n, token] of tokens.entries())
    app.db
      .insert(sessions)
      .values({
        id: Bun.SHA256.hash(token, 'base64url'),
        number: crypto.getRandomValues(new Uint32Array(1))[0],
        userId: users[n % users.length] ?? 0,
        expiresAt,
        createdAt: app.now(),
      })
      .run();
  app.db.$client.run('commit');
  return tokens.map((token) => `session=${token}`);
}

/**
 * Starts Tagline in its own process. Switches embeddings off, because embedding the messages of a new
 * database would take most of the processor. Chooses the port before the start, because PUBLIC_URL contains
 * the port.
 */
export function startProduct(dataDir: string, env: Record<string, string> = {}) {
  const port = freePort();
  const PUBLIC_URL = `http://localhost:${port}`;
  return startProcess(['src/main.ts'], {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL,
    LOG_LEVEL: 'silent',
    EMBEDDINGS: 'off',
    ...env,
  });
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

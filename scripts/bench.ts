import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '../db/open';
import { ann } from '../db/seeds/cast';
import { createApp } from '../src/app';
import { createSession } from '../src/auth/sessions';
import { readConfig } from '../src/config';
import { fill } from '../src/seeds/seed';
import { findByPhone } from '../src/users/users';
import { get, type Load, load, post } from './bench/load';
import { cpuSeconds, memoryMb, type Running, run } from './bench/processes';

/**
 * `bun run bench`: how fast the product is, each figure beside a yardstick measured on the same machine in the
 * same minute: believe the ratios. Rounds of yardstick and product take turns, and the median counts. Traffic
 * goes to 127.0.0.1 only.
 */

const ROUNDS = 5;
const ROUND_MS = 1_000;
const CONNECTIONS = 8;

const workplace = mkdtempSync(join(tmpdir(), 'tagline-bench-'));
/** Databases are made once for each run; writes go to a copy. */
const pool = process.env.BENCH_POOL ?? join(workplace, 'pool');

type Figure = {
  name: string;
  yardstick: string;
  unit: string;
  /** Medians of the rounds; `ratio` is the median of each round's own. */
  ours: number;
  theirs: number | null;
  ratio: number | null;
  goal: string;
  met: boolean;
};

const figures: Figure[] = [];

try {
  await storing();
  await page();
  await starting();
} finally {
  rmSync(workplace, { recursive: true, force: true });
}
print();

/** Storing a message over HTTP beside the same rows written by raw bun:sqlite under the same pragmas. */
async function storing() {
  const dataDir = copyOf(10_000);
  const server = await product(dataDir);
  const cookie = await signIn(dataDir);
  const raw = rawWriter(copyOf(10_000));
  await compare(
    { name: 'Store a message (REST)', yardstick: 'raw SQLite, same rows and pragmas', atLeast: 0.4 },
    async () => raw(ROUND_MS),
    () =>
      rate(server, {
        request: (n) =>
          post('/api/messages', { content: `Bench message ${n} about ramen`, tags: ['food'] }, { cookie }),
        expect: 201,
      }),
  );
  await server.stop();
}

/** The statements that storing this message comes down to. */
function rawWriter(dataDir: string) {
  const db = open(join(dataDir, 'tagline.db')).$client;
  const { id: user } = db.query('select id from users where phone = ?').get(ann.phone) as { id: number };
  const { board } = db
    .query("select board_id as board from memberships where user_id = ? and tag = 'food'")
    .get(user) as { board: number };
  const insert = db.prepare<{ id: number }, [number, string, number]>(
    "insert into messages (sender_id, content, source, created_at) values (?, ?, 'api', ?) returning id",
  );
  const place = db.prepare("insert into placements values (?, ?, ?, 0, 'food')");
  const bump = db.prepare(
    'update users set version = version + 1 where id in (select user_id from memberships where board_id = ?)',
  );
  const touch = db.prepare('update users set last_active_at = ? where id = ?');
  let n = 0;
  return (duration: number) => {
    const began = performance.now();
    let count = 0;
    for (; performance.now() - began < duration; count++) {
      const now = Date.now();
      db.run('begin immediate');
      const { id } = insert.get(user, `Bench message ${n++} about ramen`, now) as { id: number };
      place.run(board, now, id);
      bump.run(board);
      touch.run(now, user);
      db.run('commit');
    }
    return count / ((performance.now() - began) / 1000);
  };
}

/** The newest page of fifty beside a bare route that serves the same bytes from a prepared statement. */
async function page() {
  const dataDir = copyOf(10_000);
  const server = await product(dataDir);
  const cookie = await signIn(dataDir);
  const bare = await run(['scripts/bench/bare.ts', join(workplace, 'bare.db')]);
  for (const [name, path] of [
    ['The newest 50 of 10,000 messages', '/api/messages?limit=50'],
    ['The newest 50 of a tag', '/api/messages/tag/food?limit=50'],
  ] as const) {
    const answer = await fetch(server.url + path, { headers: { cookie } });
    await fetch(`${bare.url}/bytes`, { method: 'PUT', body: await answer.arrayBuffer() });
    await compare(
      { name, yardstick: 'bare route, same bytes from a prepared statement', atLeast: 0.5 },
      () => rate(bare, { request: () => get('/bytes'), expect: 200 }),
      () => rate(server, { request: () => get(path, { cookie }), expect: 200 }),
    );
  }
  await bare.stop();
  await server.stop();
}

async function starting() {
  const dataDir = copyOf(100_000);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await product(dataDir);
    times.push(server.readyMs);
    await fetch(server.url);
    await Bun.sleep(1_000);
    sizes.push(memoryMb(server.pid) ?? 0);
    await server.stop();
  }
  figures.push(absolute('Start to listening, 100,000 messages', 'ms', median(times), 300));
  figures.push(absolute('Idle memory, 100,000 messages', 'MB', median(sizes), 120));
}

function absolute(name: string, unit: string, ours: number, most: number): Figure {
  const goal = `< ${most} ${unit}`;
  return { name, yardstick: '', unit, ours, theirs: null, ratio: null, goal, met: ours < most };
}

type Run = () => Promise<number>;

/** Takes turns, the other way round in every second round, after one round that does not count. */
async function compare(
  { name, yardstick, atLeast }: { name: string; yardstick: string; atLeast: number },
  theirs: Run,
  ours: Run,
) {
  const pairs: [number, number][] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const a = round % 2 === 0 ? await theirs() : null;
    const b = await ours();
    if (round >= 0) pairs.push([a ?? (await theirs()), b]);
    else if (a === null) await theirs();
  }
  const ratio = median(pairs.map(([a, b]) => b / a));
  figures.push({
    name,
    yardstick,
    unit: '/s',
    ours: median(pairs.map(([, b]) => b)),
    theirs: median(pairs.map(([a]) => a)),
    ratio,
    goal: `≥ ${atLeast}`,
    met: ratio >= atLeast,
  });
}

async function rate(server: Running, what: Pick<Load, 'request' | 'expect'>): Promise<number> {
  const before = cpuSeconds(server.pid);
  const loaded = await load({ url: server.url, connections: CONNECTIONS, duration: ROUND_MS, ...what });
  const used = (cpuSeconds(server.pid) ?? 0) - (before ?? 0);
  if (process.env.BENCH_VERBOSE)
    console.error(
      `${what.request(0).split('\r\n')[0]}: ${Math.round(loaded.rate)}/s, ${((used / loaded.times.length) * 1e6).toFixed(0)} us CPU each`,
    );
  return loaded.rate;
}

function product(dataDir: string): Promise<Running> {
  return run(['src/main.ts'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
}

/** A database with that many messages, for one measurement to change as it likes. */
function copyOf(count: number): string {
  const original = join(pool, String(count));
  if (!existsSync(original)) {
    console.error(`Making ${count.toLocaleString('en-US')} messages ...`);
    mkdirSync(pool, { recursive: true });
    const clock = { now: Date.now() };
    const app = createApp(config(`${original}.part`), { now: () => clock.now });
    fill(app, clock, count);
    app.close();
    cpSync(`${original}.part`, original, { recursive: true });
    rmSync(`${original}.part`, { recursive: true });
  }
  const copy = mkdtempSync(join(workplace, `${count}-`));
  cpSync(original, copy, { recursive: true });
  return copy;
}

/** Ann's session cookie. */
async function signIn(dataDir: string): Promise<string> {
  const app = createApp(config(dataDir));
  const user = findByPhone(app, ann.phone);
  if (!user) throw new Error('Ann is not there.');
  const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
  app.close();
  return cookie;
}

function config(dataDir: string) {
  return readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print() {
  const shown = (value: number, unit: string) => `${Math.round(value).toLocaleString('en-US')} ${unit}`;
  const rows = [
    ['Figure', 'Tagline', 'Yardstick', 'Ratio', 'Goal', ''],
    ...figures.map(({ name, unit, ours, theirs, yardstick, ratio, goal, met }) => [
      name,
      shown(ours, unit),
      theirs === null ? '' : `${shown(theirs, unit)} (${yardstick})`,
      ratio?.toFixed(2) ?? '',
      goal,
      met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
}

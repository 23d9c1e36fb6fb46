import { createHmac } from 'node:crypto';
import { ann } from '../db/seeds/cast';
import { createApp } from '../src/app';
import { readConfig } from '../src/config';
import { openDashboards } from './bench/dashboards';
import { copyOf, removeDatabases, signIn, signInMany, startProduct } from './bench/databases';
import { bounded, compare, figures, median, note, quantile, ROUND_MS, ROUNDS } from './bench/figures';
import { get, type Load, load, post, wire } from './bench/load';
import { memoryMb, type Running, run } from './bench/processes';
import { rawWriter } from './bench/raw-writer';
import { report } from './bench/report';
import { gather, spread } from './bench/sockets';

/**
 * `bun run bench [MOST] [PART...]`: how fast the product is with a thousand, a hundred thousand and a million
 * messages, or with no more than MOST. Each figure stands beside a yardstick measured on the same machine in
 * turns with it: believe the ratios. Traffic goes to 127.0.0.1 only. With `--write` the README gets the table.
 */

const MOST = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const PARTS = { storing, reading, starting, growth, sockets, dashboards };
const wanted = Object.keys(PARTS).filter((part) => process.argv.includes(part));
const runs = (part: keyof typeof PARTS) => wanted.length === 0 || wanted.includes(part);
const SIZES = [1_000, 100_000, 1_000_000].filter((size) => size <= MOST);
const CONNECTIONS = 8;
const PAGE = '/api/messages?limit=50';
const LISTS = '/trpc/boards.tagsWithCounts,boards.sharedWithCounts?batch=1&input=%7B%7D';
const POLL =
  '/trpc/messages.list,boards.tags,boards.shared?batch=1&input=%7B%220%22%3A%7B%22limit%22%3A40%7D%7D';

/** Makes each address one that nobody has asked for. */
let asked = 0;

const SOCKETS = 5_000;
const DASHBOARDS = 10_000;
const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, token: 'bench', from: '+12025550100' };

try {
  for (const size of SIZES) {
    if (runs('storing')) await storing(size);
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

/** Storing a message by REST and by webhook beside the same rows written by raw bun:sqlite. */
async function storing(size: number) {
  const dataDir = copyOf(size);
  const cookie = await signIn(dataDir);
  const gateway = await run(['scripts/bench/bare.ts']);
  const server = await startProduct(dataDir, {
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.from,
    TWILIO_API_URL: gateway.url,
  });
  const raw = rawWriter(copyOf(size));
  const yardstick = { name: 'raw SQLite, same rows', rate: () => raw(ROUND_MS) };
  const stored = (n: number) => ({ content: `Bench message ${n} about ramen`, tags: ['food'] });
  await compare(
    { name: 'Store a message by REST', size, atLeast: 0.4 },
    () => rate(server, (n) => post('/api/messages', stored(n), { cookie }), 201),
    yardstick,
  );
  await compare(
    { name: 'Store a text by webhook', size, atLeast: 0.4 },
    () =>
      rate(
        server,
        (n) => text(server.url.replace('127.0.0.1', 'localhost'), `${performance.now()}${n}`),
        200,
      ),
    yardstick,
  );
  await server.stop();
  await gateway.stop();
}

/** A text of Ann's, signed as Twilio does. */
function text(publicUrl: string, id: string) {
  const path = '/api/webhooks/twilio/sms';
  const form = {
    AccountSid: TWILIO.accountSid,
    Body: `Bench text ${id} about ramen #food`,
    From: ann.phone,
    MessageSid: `SM${id}`,
    NumMedia: '0',
    To: TWILIO.from,
  };
  const signed = publicUrl + path + Object.entries(form).flat().join('');
  const body = String(new URLSearchParams(form));
  return wire(
    'POST',
    path,
    {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      'x-twilio-signature': createHmac('sha1', TWILIO.token).update(signed).digest('base64'),
    },
    body,
  );
}

/** An address that nobody has asked for: its answer is composed anew. */
function fresh(path: string) {
  return `${path}&fresh=${asked++}`;
}

async function reading(size: number) {
  const dataDir = copyOf(size);
  const cookie = await signIn(dataDir);
  const server = await startProduct(dataDir);
  const bare = await run(['scripts/bench/bare.ts', `${copyOf(size)}/tagline.db`]);
  const same = {
    name: 'bare route, same bytes from a prepared statement',
    rate: () => rate(bare, () => get('/bytes'), 200),
  };
  const thin = {
    name: 'bare route, fifty rows, for anybody',
    rate: () => rate(bare, () => get('/page'), 200),
  };
  const keepBytes = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    await fetch(`${bare.url}/bytes`, { method: 'PUT', body: await answer.arrayBuffer() });
    return answer.headers.get('etag') ?? '';
  };

  const etag = await keepBytes(PAGE);
  await compare(
    { name: 'Newest 50, read again', size, atLeast: 0.5 },
    () => rate(server, () => get(PAGE, { cookie }), 200),
    same,
  );
  await compare(
    { name: 'Newest 50, composed anew', size },
    () => rate(server, () => get(fresh(PAGE), { cookie }), 200),
    thin,
  );
  const tag = '/api/messages/tag/food?limit=50';
  await compare(
    { name: '50 of a tag, composed anew', size },
    () => rate(server, () => get(fresh(tag), { cookie }), 200),
    thin,
  );
  await keepBytes(LISTS);
  await compare(
    { name: "The dashboard's two lists", size },
    () => rate(server, () => get(LISTS, { cookie }), 200),
    same,
  );
  for (const [way, path] of [
    ['REST', PAGE],
    ['web app', POLL],
  ] as const) {
    const unchanged = () => get(path, { cookie, 'if-none-match': etag });
    await compare(
      { name: `Unchanged poll (${way})`, size, atLeast: 0.8 },
      () => rate(server, unchanged, 304),
      { name: 'bare route, same request', rate: () => rate(bare, unchanged, 200) },
    );
  }
  for (const [name, query] of [
    ['a rare word', 'umbrella'],
    ['a common word', 'you'],
  ] as const) {
    const path = `/api/messages/search?q=${query}&limit=50`;
    await keepBytes(path);
    await compare(
      { name: `Search for ${name}`, size },
      () => rate(server, () => get(fresh(path), { cookie }), 200),
      same,
    );
  }
  note({ name: 'Memory after that load', size, ours: memoryMb(server.pid) ?? 0, unit: 'MB' });
  await bare.stop();
  await server.stop();
}

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

/** What a page costs with the most messages, by its rate with the fewest. */
async function growth(least: number, most: number) {
  const [few, many] = await Promise.all(
    [least, most].map(async (size) => {
      const dataDir = copyOf(size);
      const cookie = await signIn(dataDir);
      const server = await startProduct(dataDir);
      return { server, rate: () => rate(server, () => get(fresh(PAGE), { cookie }), 200) };
    }),
  );
  if (!few || !many) return;
  await compare({ name: 'A page, by its size', size: most, atLeast: 0.83 }, many.rate, {
    name: `the same with ${least.toLocaleString('en-US')} messages`,
    rate: few.rate,
  });
  await few.server.stop();
  await many.server.stop();
}

/** One message to a board of which 5,000 listening people are members. */
async function sockets(size: number) {
  const dataDir = copyOf(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const sqlite = app.db.$client;
  const people = crowd(app, SOCKETS);
  const owner = people[0] ?? 0;
  sqlite.run('insert into boards (owner_id, shared, created_at) values (?, 1, ?)', [owner, app.now()]);
  const board = Number((sqlite.query('select max(id) as id from boards').get() as { id: number }).id);
  sqlite.run(
    `insert into memberships (board_id, user_id, role, tag, joined_at)
     select ?, id, iif(id = ?, 'owner', 'member'), 'everybody', 0 from users where id in (select value from json_each(?))`,
    [board, owner, JSON.stringify(people)],
  );
  sqlite.run('update memberships set sms_enabled = 0 where board_id = ?', [board]);
  const cookies = signInMany(app, people, SOCKETS);
  app.close();

  const server = await startProduct(dataDir);
  const audience = await gather(server.url, cookies);
  const rounds: number[][] = [];
  for (let round = 0; round < 20; round++) {
    const heard = audience.next();
    await say(server, cookies[0] ?? '', { content: `To everybody, ${round}`, tags: ['everybody'] });
    rounds.push(await heard);
  }
  const { last } = spread(rounds);
  bounded('From a post to the last of 5,000 sockets, p99', size, last, 'ms', 250);
  bounded('Memory with 5,000 sockets', size, memoryMb(server.pid) ?? 0, 'MB', 300);
  audience.close();
  await server.stop();
}

/** Ten thousand people with a dashboard open, of whom ten a second post something. */
async function dashboards(size: number) {
  const dataDir = copyOf(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
  const cookies = signInMany(app, crowd(app, DASHBOARDS), DASHBOARDS);
  app.close();
  const server = await startProduct(dataDir);
  let posted = 0;
  const posting = setInterval(() => {
    const cookie = cookies[(posted++ * 7) % cookies.length] ?? '';
    void say(server, cookie, { content: 'Something new', tags: ['news'] });
  }, 100);
  const { times, answers } = await openDashboards(server.url, cookies, 10_000);
  clearInterval(posting);
  const polls = Object.values(answers).reduce((sum, count) => sum + count, 0);
  console.error(`${polls} polls in 10 s, answered ${JSON.stringify(answers)}`);
  note({ name: '10,000 open dashboards, a poll, median', size, ours: median(times), unit: 'ms' });
  bounded('10,000 open dashboards, a poll, p99', size, quantile(times, 0.99), 'ms', 100);
  await server.stop();
}

/** That many people, made where there are fewer. */
function crowd(app: ReturnType<typeof createApp>, count: number): number[] {
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

function say(server: Running, cookie: string, message: { content: string; tags: string[] }) {
  return fetch(`${server.url}/api/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
}

async function rate(server: Running, request: Load['request'], expect: number): Promise<number> {
  const loaded = await load({
    url: server.url,
    connections: CONNECTIONS,
    duration: ROUND_MS,
    request,
    expect,
  });
  return loaded.rate;
}

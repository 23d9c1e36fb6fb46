import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../tests/support/client';
import { png } from '../tests/support/pictures';
import { until } from '../tests/support/server';
import { startTwilio } from '../tests/support/twilio';
import { ask, createReport, signIn, startProgram } from './prove/program';

/**
 * `bun scripts/prove-kills.ts [KILLS]`: kills the real program 60 times, or KILLS times, while it works on
 * messages, texts, edits, deletions and uploads. After each restart, compares what the program acknowledged
 * with what it has stored. Takes about three minutes.
 */

const KILLS = Number(process.argv[2] ?? 60);
const WORDS = 'milk bread ramen lamp tulip ferry'.split(' ');
const PHONES = ['+12025550122', '+12025550133'];

/** A message that this script has written. `token` is a word that no other message has. */
type Known = {
  token: string;
  id: number | null;
  /**
   * Index of the session that created the message. Null if the message came by text, or if its creation was
   * not answered yet.
   */
  client: number | null;
  /** The contents that the message may have. There are several after an edit that was not answered. */
  contents: string[];
  /** `unsure` until a creation or deletion is answered. */
  state: 'there' | 'unsure' | 'gone';
  mediaId?: number;
};

const report = createReport(`${KILLS} kills under load`);
const dataDir = mkdtempSync(join(tmpdir(), 'tagline-kills-'));
const known = new Map<string, Known>();
/** The acknowledged messages of each session. */
const own: Known[][] = PHONES.map(() => []);
const unanswered: { known: Known; body: Record<string, unknown>; client: number }[] = [];
const counts = { messages: 0, texts: 0, edits: 0, deletions: 0, uploads: 0, cut: 0 };
let next = 0;

await using twilio = await startTwilio();
const env = { DATA_DIR: dataDir, ...twilio.environment };
let server = await startProgram(env);
const sessions: Client['cookies'][] = [];
const first: Client[] = [];
for (const phone of PHONES) first.push(await signIn(server, phone, () => twilio.sentTo(phone)));
for (const client of first) sessions.push(client.cookies);

/**
 * Calls the server with the cookies of a session. Returns null if the server was killed before it answered.
 */
async function call<T>(client: number, method: string, path: string, body?: unknown) {
  const cookie = [...sessions[client]!].map((pair) => pair.join('=')).join('; ');
  const isForm = body instanceof FormData;
  const headers = { cookie, ...(!isForm && { 'content-type': 'application/json' }) };
  try {
    const answer = await fetch(server.url + path, {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  } catch {
    counts.cut++;
    return null;
  }
}

function remember(content: (token: string) => string): Known {
  next++;
  const token = Array.from({ length: 14 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join(
    '',
  );
  const entry: Known = { token, id: null, client: null, contents: [content(token)], state: 'unsure' };
  known.set(token, entry);
  return entry;
}

const contentOf = (token: string) => `${WORDS[next % WORDS.length]} ${token} #kills`;

async function send(entry: Known, body: Record<string, unknown>, client: number) {
  const answer = await call<{ id: number }>(client, 'POST', '/api/messages', body);
  if (answer?.status === 201) {
    Object.assign(entry, { id: answer.body.id, client, state: 'there' });
    own[client]!.push(entry);
    counts.messages++;
  } else if (answer)
    throw new Error(`A message was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  else unanswered.push({ known: entry, body, client });
}

/** Actions that the writers repeat until the server is killed. */
const ACTS: ((client: number) => Promise<void>)[] = [
  async function create(client) {
    const entry = remember(contentOf);
    await send(entry, { content: entry.contents[0], idempotencyKey: crypto.randomUUID() }, client);
  },
  async function text() {
    const entry = remember(contentOf);
    const from = `+1202555${1000 + (next % 150)}`;
    const received = twilio.receive(from, entry.contents[0]!);
    const answer = await twilio.deliver(server, received).catch(() => null);
    if (answer?.status === 200) {
      entry.state = 'there';
      counts.texts++;
    } else counts.cut++; // the gateway has the text, so the server fetches it later
  },
  async function edit(client) {
    await Bun.sleep(1); // there may be nothing to edit yet
    const entry = pick(client);
    if (!entry) return;
    const content = `${contentOf(entry.token)} edited ${next++}`;
    const before = entry.contents;
    entry.contents = [...before, content];
    const answer = await call(client, 'PATCH', `/api/messages/${entry.id}`, { content });
    if (answer?.status === 200) {
      entry.contents = [content];
      counts.edits++;
    } else if (answer) throw new Error(`An edit was answered ${answer.status}`);
    busy.delete(entry);
  },
  async function remove(client) {
    await Bun.sleep(20); // so that there are fewer deletions than messages
    const entry = pick(client);
    if (!entry) return;
    entry.state = 'unsure';
    const answer = await call(client, 'DELETE', `/api/messages/${entry.id}`);
    if (answer?.status === 200) {
      entry.state = 'gone';
      counts.deletions++;
    } else if (answer) throw new Error(`A deletion was answered ${answer.status}`);
    busy.delete(entry);
  },
  async function upload(client) {
    await Bun.sleep(30); // so that no daily limit is reached
    if (counts.uploads > 400) return;
    const form = new FormData();
    form.append('files', new File([png(20, 20)], 'a.png', { type: 'image/png' }));
    const answer = await call<{ id: number }[]>(client, 'POST', '/api/media', form);
    const mediaId = answer?.body[0]?.id;
    if (answer?.status !== 201 || !mediaId) return;
    counts.uploads++;
    const entry = remember(contentOf);
    entry.mediaId = mediaId;
    const body = { content: entry.contents[0], mediaIds: [mediaId], idempotencyKey: crypto.randomUUID() };
    await send(entry, body, client);
  },
];

const busy = new Set<Known>();

/**
 * Chooses a stored message that a client has sent and that no other writer uses at this moment. Marks the
 * message as busy. Returns undefined if twenty tries find no such message.
 */
function pick(client: number): Known | undefined {
  const all = own[client]!;
  for (let n = 0; n < 20; n++) {
    const entry = all[Math.floor(Math.random() * all.length)];
    if (entry?.state !== 'there' || busy.has(entry)) continue;
    busy.add(entry);
    return entry;
  }
}

/**
 * Returns the content of a message without its hashtag, because an edit removes hashtags from the content.
 */
const words = (content: string) => content.replace(' #kills', '');

/**
 * Compares what is stored with what is known. Returns a sentence about each difference. Also corrects the
 * entries of `known` that were unsure. With `final`, an unsure message that is not there counts as gone.
 */
function compare({ final }: { final: boolean }): string[] {
  const found = new Map<string, { id: number; content: string }[]>();
  for (const row of ask(dataDir, 'select id, content from messages')) {
    const token = /\b[bcdfghjklmnpqrstvwxz]{14}\b/.exec(String(row.content))?.[0] ?? 'no token';
    found.set(token, [...(found.get(token) ?? []), { id: Number(row.id), content: String(row.content) }]);
  }
  const wrong: string[] = [];
  for (const [token, rows] of found) {
    if (!known.has(token)) wrong.push(`${token} was never sent`);
    if (rows.length > 1) wrong.push(`${token} is there ${rows.length} times`);
  }
  for (const entry of known.values()) {
    const [row] = found.get(entry.token) ?? [];
    if (entry.state === 'there' && !row) wrong.push(`${entry.token} is lost`);
    if (entry.state === 'gone' && row) wrong.push(`${entry.token} is back`);
    if (row && !entry.contents.map(words).includes(words(row.content)))
      wrong.push(`${entry.token} reads "${row.content}"`);
    if (row && entry.contents.length > 1 && !busy.has(entry)) entry.contents = [row.content];
    if (entry.state === 'unsure' && (row || final) && entry.id !== null) entry.state = row ? 'there' : 'gone';
  }
  return wrong;
}

const differences: string[] = [];
const began = performance.now();
for (let kill = 0; kill < KILLS; kill++) {
  let running = true;
  const writers = Array.from({ length: 14 }, async (_, n) => {
    const act = ACTS[n < ACTS.length ? n : n % 2]!; // most writers create messages and texts
    while (running) await act((n >> 1) % 2);
  });
  await Bun.sleep(200 + Math.random() * 500);
  running = false;
  const ended = server.stop('SIGKILL');
  await Promise.all([ended, ...writers]);
  busy.clear();
  server = await startProgram(env);
  differences.push(...compare({ final: false }));
  for (const { known: entry, body, client } of unanswered.splice(0)) await send(entry, body, client);
  if (kill % 10 === 9)
    console.error(`${kill + 1} kills, ${known.size} messages, ${differences.length} differences`);
}

const texts = [...known.values()].filter(({ id, state }) => id === null && state === 'unsure');
const isThere = ({ token }: Known) =>
  ask(dataDir, 'select 1 from messages where content like ?', `%${token}%`).length > 0;
await until(() => texts.every(isThere), 60_000).catch(() => {});
for (const entry of texts) entry.state = 'there';
differences.push(...compare({ final: true }));
report.check(
  'after each restart everything acknowledged is there, once',
  differences.length === 0,
  differences[0] ?? '',
);
report.check(
  'texts that were not acknowledged were fetched, once',
  texts.every(isThere),
  `${texts.length} texts`,
);

const all = own.flat();
const sample = Array.from({ length: 200 }, () => all[Math.floor(Math.random() * all.length)]!);
await until(() => ask(dataDir, 'select 1 from search_queue limit 1').length === 0, 60_000).catch(() => {});
const missed: string[] = [];
for (const { token, client, state } of sample) {
  const answer = await call<unknown[]>(client!, 'GET', `/api/messages/search?q=${token}`);
  if (answer?.body.length !== (state === 'there' ? 1 : 0)) missed.push(token);
}
report.check(
  'search finds 200 of them, each once, and no deleted one',
  missed.length === 0,
  missed.join(' '),
);
const files = ask(dataDir, 'select file from media where file is not null').map(({ file }) => String(file));
const lostFiles = files.filter((file) => !existsSync(join(dataDir, 'media', file)));
report.check('every photo of a row is on the disk', lostFiles.length === 0, `${files.length} photos`);
const welcomed = Map.groupBy(
  twilio.texts.filter(({ direction, body }) => direction !== 'inbound' && !/\b\d{6}\b/.test(body)),
  ({ to, body }) => `${to} ${body}`,
);
const twice = [...welcomed.values()].filter((same) => same.length > 1);
report.check('no text was sent twice', twice.length === 0, `${welcomed.size} texts`);
const [integrity] = ask(dataDir, 'pragma integrity_check');
report.check('the database is whole', Object.values(integrity ?? {})[0] === 'ok');
const exitCode = await server.stop();
report.check('the last server stops by itself', exitCode === 0);
const seconds = Math.round((performance.now() - began) / 1000);
report.check(
  'acknowledged',
  counts.cut > 0,
  `${counts.messages} messages, ${counts.texts} texts, ${counts.edits} edits, ${counts.deletions} deletions, ${counts.uploads} uploads in ${seconds} s; ${counts.cut} requests were cut off`,
);
rmSync(dataDir, { recursive: true, force: true });
report.finish();

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { connect } from '../tests/support/client';
import { ENDLESS, HOSTILE } from '../tests/support/hostile';
import { openSite, page, png } from '../tests/support/site';

/**
 * What hostile links cost the server: `bun scripts/bench-links.ts`. A thousand visits to servers that mean harm, then
 * images made to fill the memory, while other calls are timed. Everything stays on 127.0.0.1.
 */

const VISITS = 1000;
/** Those that hold a visit until its time is up come so often; all the others fill the rest. */
const HANGING = 4;
const PEOPLE = 40;
/** How many ask at the same time; eight of them are served, the others wait. */
const AT_ONCE = 32;
const BOMBS = 25;
const CALLS_A_SECOND = 50;

if (process.argv[2] === 'hostile') await serveHostile();
else await measure();

/** The other process: one port for each manner of answering, printed as one line. */
async function serveHostile() {
  const ports: Record<string, number> = {};
  for (const [manner, answer] of Object.entries({ ...HOSTILE, ...ENDLESS })) {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports[manner] = (server.address() as net.AddressInfo).port;
  }
  const images = await openSite(
    Object.fromEntries(
      Array.from({ length: BOMBS }, (_, n) => [
        `/${n}.png`,
        { headers: { 'content-type': 'image/png' }, body: bomb(n) },
      ]),
    ),
  );
  for (let n = 0; n < VISITS; n++)
    images.pages[`/plain-${n}`] = page(`Page ${n}`, { 'og:description': 'An ordinary page. '.repeat(20) });
  for (let n = 0; n < BOMBS; n++)
    images.pages[`/page-${n}`] = page(`Page ${n}`, { 'og:image': `${images.url}/${n}.png` });
  console.log(JSON.stringify({ ports, images: images.url }));
}

/** Small files that claim to be large: from the largest that is still drawn to far beyond any memory. */
function bomb(n: number): Uint8Array {
  if (n < 5) return png(5000, 4000);
  const side = 4500 * (n - 3);
  const bytes = Buffer.from(png(1, 1));
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return Buffer.concat([bytes, deflateSync(Buffer.alloc(1024 * 1024))]);
}

async function measure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-links-'));
  const root = join(import.meta.dir, '..');
  const hostile = Bun.spawn([process.execPath, import.meta.path, 'hostile'], { stdout: 'pipe' });
  const { ports, images } = JSON.parse(await firstLine(hostile.stdout)) as {
    ports: Record<string, number>;
    images: string;
  };
  const server = Bun.spawn([process.execPath, join(root, 'src/main.ts')], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, PREVIEW_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' },
    stdout: 'pipe',
  });
  try {
    const url = /http\S+/.exec(await firstLine(server.stdout))?.[0]?.replace('localhost', '127.0.0.1');
    if (!url) throw new Error('The server did not say where it is.');
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => signIn(url, n)));
    const [caller] = people;
    if (!caller) throw new Error('Nobody is there.');
    for (let n = 0; n < 200; n++) await caller.post('/api/messages', { content: `Note ${n} #notes` });
    const look = () => caller.get('/api/messages?limit=50');

    let peak = 0;
    const watching = setInterval(() => {
      peak = Math.max(peak, memory(server.pid));
    }, 20);
    const rows: Record<string, object> = {};
    /** Does something beside the steady calls, and notes what it cost. */
    const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      peak = 0;
      const before = memory(server.pid);
      const working = work();
      rows[name] = { ...(await timed(look, working)), 'MB before': before, 'MB at most': peak };
      return working;
    };
    const visit = async (link: string) => {
      const began = performance.now();
      const { status } = await people[turn++ % people.length]!.get(
        `/api/og-preview?url=${encodeURIComponent(link)}`,
      );
      return { status, ms: performance.now() - began };
    };
    let turn = 0;
    const visitAll = async (links: string[]) => {
      const seen: number[] = [];
      const queue = links.values();
      const one = async () => {
        for (const link of queue) seen.push((await visit(link)).status);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return seen;
    };

    await timed(look, Bun.sleep(3000));
    await phase('nothing', () => Bun.sleep(5000));
    await phase('ordinary pages', () => visitAll(each((n) => `${images}/plain-${n}`)));

    const alone: Record<string, number> = {};
    for (const [manner, port] of Object.entries(ports))
      alone[manner] = (await visit(`http://127.0.0.1:${port}/alone`)).ms;
    const hanging = Object.keys(alone).filter((manner) => (alone[manner] ?? 0) > 3000);
    const quick = Object.keys(alone).filter((manner) => !hanging.includes(manner));
    const mannerOf = (n: number) =>
      n < HANGING * hanging.length ? hanging[n % hanging.length]! : quick[n % quick.length]!;
    const statuses = await phase('hostile servers', () =>
      visitAll(each((n) => `http://127.0.0.1:${ports[mannerOf(n)]}/${n}`)),
    );
    await phase('image bombs', () => visitAll(each((n) => `${images}/page-${n}`, BOMBS)));
    clearInterval(watching);

    const [slowest = '', ms = 0] = Object.entries(alone).sort(([, a], [, b]) => b - a)[0] ?? [];
    console.log(
      `${VISITS} visits to ordinary pages, ${VISITS} to ${Object.keys(ports).length} kinds of hostile server, ${BOMBS} image bombs.`,
    );
    console.log(
      `The longest visit: "${slowest}", ${ms.toFixed(0)} ms. Answers to the hostile ones: ${count(statuses)}.`,
    );
    console.log('GET /api/messages?limit=50 beside them, in ms:');
    console.table(rows);
  } finally {
    server.kill();
    hostile.kill();
    await server.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function each(link: (n: number) => string, length = VISITS): string[] {
  return Array.from({ length }, (_, n) => link(n));
}

function count(statuses: number[]): string {
  const groups = Object.entries(Object.groupBy(statuses, String));
  return groups.map(([status, all]) => `${status} x ${all?.length}`).join(', ');
}

async function signIn(url: string, n: number) {
  const client = connect(url);
  const phoneNumber = `+1202555${2000 + n}`;
  await client.post('/api/auth/login', { phoneNumber });
  for (;;) {
    const { body } = await client.get<{ body: string }[]>(
      `/api/simulator/texts?phone=${encodeURIComponent(phoneNumber)}`,
    );
    const code = body.map((text) => /\b\d{6}\b/.exec(text.body)?.[0]).find(Boolean);
    if (code) {
      await client.post('/api/auth/verify', { phoneNumber, code });
      return client;
    }
    await Bun.sleep(20);
  }
}

/** Times a call again and again, at a steady rate, until something else is over. In milliseconds. */
async function timed(call: () => Promise<unknown>, until: Promise<unknown>) {
  let over = false;
  void until.finally(() => {
    over = true;
  });
  const times: number[] = [];
  const calls: Promise<unknown>[] = [];
  while (!over) {
    const began = performance.now();
    calls.push(call().then(() => times.push(performance.now() - began)));
    await Bun.sleep(1000 / CALLS_A_SECOND);
  }
  await Promise.all(calls);
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { calls: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(0.9999) };
}

/** Resident memory of a process in MB. */
function memory(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader(); // never given up: the process may say more
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  return text.split('\n')[0] ?? '';
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import type { Product } from '../../src/contract/product';
import { connect } from '../../tests/support/client';
import { cpuMicros, memoryMb, startProcess } from '../process';
import { copyOfDatabase, startHelper } from './databases';
import { addFigure, addFigureWithLimit, quantile } from './figures';

const VISITORS = 500;
const ARRIVING_MS = 60_000;
/** Between two actions of a visitor, whose sockets stay open. */
const PAUSE_MS = 2_000;
const MEMORY_MB_MAX = 400;

type Act = () => Promise<{ status: number }>;
type Arrive = () => Promise<{ acts: Act[]; leave: () => void }>;

/** Measures a demo with 500 visitors who arrive within a minute and do ten things each. */
export async function demo() {
  const folder = mkdtempSync(join(tmpdir(), 'tagline-demo-'));
  const env = { DEMO: '1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', TRUST_PROXY: '1' };
  const server = await startProcess([process.execPath, 'src/main.ts'], env);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb(server.pid));
  }, 250);
  const before = cpuMicros(server.pid);
  let visitor = 0;
  const ours = await crowd(async () => {
    const n = visitor++;
    // each from an address of its own, as behind a proxy
    const forwarded = { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` };
    const client = connect(server.url);
    const post = (path: string, body: object) =>
      client.send(path, {
        method: 'POST',
        headers: { ...forwarded, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const get = <T>(path: string) => client.get<T>(path, forwarded);
    let sockets: WebSocket[] = [];
    const open = async () => {
      const headers = { cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '), ...forwarded };
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/messages`, { headers } as never);
      sockets = [...sockets, socket];
      return new Promise<{ status: number }>((resolve) => {
        socket.onopen = () => resolve({ status: 101 });
        socket.onerror = () => resolve({ status: 0 });
      });
    };
    let from = '';
    const acts: Act[] = [
      () => post('/api/demo', {}),
      open,
      async () => {
        const answer = await get<Product>('/api/product');
        from = answer.body?.testPhones?.[0]?.phone ?? '';
        return answer;
      },
      () => get('/api/tags-with-counts'),
      () => get('/api/messages?limit=50'),
      () => post('/api/simulator/texts', { from, body: `Ramen at ${n} #food` }),
      () => get('/api/simulator/texts'),
      () => post('/api/messages', { content: 'Bring wood #cabin' }),
      () => get('/api/messages/search?q=ramen'),
      () => get('/api/shared-boards/cabin/messages'),
    ];
    const leave = () => {
      for (const socket of sockets) socket.close();
    };
    return { acts, leave };
  });
  clearInterval(watch);
  const cpu = (cpuMicros(server.pid) - before) / ours.times.length;
  await server.stop();
  rmSync(folder, { recursive: true });

  const thin = await startHelper('thin-server', join(copyOfDatabase(1_000), DATABASE));
  const theirs = await crowd(async () => {
    const client = connect(thin.url);
    const read = () => client.get('/page');
    const write = () => client.post('/messages', { content: 'Bring wood #cabin' });
    return { acts: [write, ...Array.from({ length: 6 }, () => read), write, read, write], leave: () => {} };
  });
  const [p99, thinP99] = [quantile(ours.times, 0.99), quantile(theirs.times, 0.99)];
  const size = VISITORS;
  addFigureWithLimit('Actions of a demo that were refused or lost', size, ours.lost, '', 1);
  addFigure({
    name: 'Slowest hundredth of the actions of a demo',
    size,
    value: p99,
    unit: 'ms',
    yardstick: 'thin server',
    ratio: p99 / thinP99,
    cpu: { ours: cpu },
  });
  addFigureWithLimit('Memory of a demo', size, most, 'MB', MEMORY_MB_MAX);
}

async function crowd(arrive: Arrive): Promise<{ times: number[]; lost: number }> {
  const times: number[] = [];
  let lost = 0;
  const leaving: (() => void)[] = [];
  await Promise.all(
    Array.from({ length: VISITORS }, async (_, n) => {
      await Bun.sleep((n * ARRIVING_MS) / VISITORS);
      const { acts, leave } = await arrive();
      leaving.push(leave);
      for (const act of acts) {
        const began = performance.now();
        const { status } = await act();
        times.push(performance.now() - began);
        if (status < 100 || status >= 300) lost += 1;
        await Bun.sleep(PAUSE_MS);
      }
    }),
  );
  for (const leave of leaving) leave(); // all are there at the same time until then
  return { times, lost };
}

import { copyOfDatabase, signIn, startHelper, startProduct } from './databases';
import { addFigure, quantile, ROUNDS } from './figures';
import { poll } from './reading';

const CONNECTIONS = 24;
const ROUND_MS = 3_000;
const PAUSE_MS = 5;

/** Measures how long writes take while many pages are read, in one process and beside readers. */
export async function readers(size: number) {
  const waits = { alone: [] as number[], beside: [] as number[] };
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  for (let round = 0; round < ROUNDS; round++)
    for (const [way, env] of [
      ['alone', {}],
      ['beside', { READERS: '1' }],
    ] as const) {
      const server = await startProduct(dataDir, env);
      await Bun.sleep(1_500); // at the start all chores run
      const storm = await startHelper('storm', server.url, cookie, poll(), String(CONNECTIONS));
      const until = performance.now() + ROUND_MS;
      for (let n = 0; performance.now() < until; n++) {
        const began = performance.now();
        await write(server.url, cookie, `Note ${round} ${n} about ramen`);
        waits[way].push(performance.now() - began);
        await Bun.sleep(PAUSE_MS);
      }
      await storm.stop('SIGKILL');
      await server.stop();
    }
  const [value, alone] = [quantile(waits.beside, 0.99), quantile(waits.alone, 0.99)];
  const ratio = value / alone;
  addFigure({
    name: 'p99 of a write while pages are read, with READERS=1',
    size,
    value,
    unit: 'ms',
    yardstick: 'the same with one process',
    ratio,
    goal: { text: '≤ 0.5', met: ratio <= 0.5 },
  });
}

/** On a connection of its own, which any of the processes may get. */
async function write(url: string, cookie: string, content: string): Promise<void> {
  const answer = await fetch(`${url}/api/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ content, tags: ['food'] }),
    keepalive: false,
  });
  if (answer.status !== 201) throw new Error(`A write was answered ${answer.status}.`);
  await answer.text();
}

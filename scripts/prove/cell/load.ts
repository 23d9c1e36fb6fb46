import type { Client } from '../../../tests/support/client';
import { until } from '../../../tests/support/until';
import { signIn } from '../program';
import { emptyHistory } from './history';
import type { Machine } from './net';
import { OPERATOR, type World } from './world';

const [WRITERS, READERS] = [3, 2];
const [WRITE_EVERY_MS, READ_EVERY_MS, TEXTS_EVERY_MS] = [60, 100, 1_000];
const TEXTS_AT_ONCE = 6;
const WAITS_MS = 20_000;
const MEMBERS = ['+12025550122', '+12025550133', '+12025550144', '+12025550155'];

export type Load = Awaited<ReturnType<typeof startLoad>>;

export type Answer = { at: number; status: number | string; by: string };

/** People write and read through haproxy, and text the gateway. All is noted down. */
export async function startLoad(world: World, letters: () => string) {
  const { gateway, url, net } = world;
  const history = emptyHistory();
  const answers: Answer[] = [];
  let running = true;
  let phone = 2_002_000;

  const text = (from: string, body: string) => {
    const received = gateway.receive(from, body);
    return Promise.race([
      gateway.deliver({ url, publicUrl: url }, received).catch(() => null),
      Bun.sleep(WAITS_MS),
    ]);
  };
  for (const member of MEMBERS) await text(member, 'Hello');
  const client = await signIn({ url }, OPERATOR, () => gateway.sentTo(OPERATOR));
  await client.post('/api/shared-boards', { name: 'house' });
  for (const phoneNumber of MEMBERS) await client.post('/api/shared-boards/house/invite', { phoneNumber });

  const send = (path: string, init: RequestInit = {}) =>
    client.send(path, { ...init, signal: AbortSignal.timeout(WAITS_MS) }).then(
      ({ status, headers }) => ({ status, headers, by: headers.get('x-served-by')?.[0] ?? '' }),
      (error) => ({ status: String(error.code ?? error.name), headers: new Headers(), by: '' }),
    );

  /** Repeats a write until it is acknowledged, as the web app does. */
  async function write(content: string, token: string) {
    const body = JSON.stringify({ content, idempotencyKey: crypto.randomUUID() });
    const headers = { 'content-type': 'application/json' };
    while (running) {
      const { status, by } = await send('/api/messages', { method: 'POST', headers, body });
      const at = Date.now();
      answers.push({ at, status, by });
      if (status === 201) return void history.writes.push({ token, at, by });
      await Bun.sleep(WRITE_EVERY_MS);
    }
  }
  async function read(reader: number) {
    const { status, headers } = await send('/api/messages?limit=1');
    const [, boot, version] = /"(\w+)\.\d+\.(\d+)\./.exec(headers.get('etag') ?? '') ?? [];
    if (status === 200 && boot) history.reads.push({ reader, boot, version: Number(version) });
  }
  function receive(count: number) {
    for (let n = 0; n < count; n++) {
      const token = letters();
      history.texts.push(token);
      void text(`+1202${phone++}`, token);
    }
  }
  const again = async (everyMs: number, act: () => unknown) => {
    for (; running; await Bun.sleep(everyMs)) await act();
  };
  const loops = [
    ...Array.from({ length: WRITERS }, (_, n) =>
      again(WRITE_EVERY_MS, () => {
        const token = letters();
        // most are for oneself: the members are texted once a minute anyway
        return write(n === 0 ? `${token} #house` : token, token);
      }),
    ),
    ...Array.from({ length: READERS }, (_, n) => again(READ_EVERY_MS, () => read(n))),
    again(TEXTS_EVERY_MS, () => receive(TEXTS_AT_ONCE)),
    watchEpochs(),
  ];

  async function watchEpochs() {
    let last: number | null = null;
    await again(50, async () => {
      const epoch = await world.etcd.epoch();
      if (epoch !== null && epoch !== last) history.epochs.push(Date.now());
      last = epoch ?? last;
    });
  }

  return {
    history,
    answers,
    client: client as Client,
    receive,
    /** What the gateway has sent until now. */
    note() {
      history.sends = gateway.texts
        .filter(({ direction }) => direction !== 'inbound')
        .map(({ to, body, createdAt, sender }) => ({
          to,
          body,
          at: createdAt.getTime(),
          by: net.machineAt(sender),
        }));
    },
    /** Resolves when writes are acknowledged again. */
    goesOn: (since = Date.now()) => until(() => history.writes.some(({ at }) => at > since), 90_000),
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

export type Switch = { at: number; from: Machine; to: Machine; gap: number };

/** Returns how long nobody answered each time when another machine answered next. */
export function findSwitches(answers: Answer[]): Switch[] {
  const acknowledged = answers.filter(({ status }) => status === 201).toSorted((a, b) => a.at - b.at);
  return acknowledged.flatMap(({ at, by }, n) => {
    const before = acknowledged[n - 1];
    if (!before || before.by === by) return [];
    return [{ at, from: before.by as Machine, to: by as Machine, gap: at - before.at }];
  });
}

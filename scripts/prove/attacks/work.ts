import { readFileSync } from 'node:fs';
import { BATCH_MAX } from '../../../src/contract/limits';
import { ann, bob, cho, eve } from '../../../tests/support/cast';
import { tempFolder } from '../../../tests/support/folder';
import { png } from '../../../tests/support/pictures';
import { type Program, signIn, simulatedTexts, startProgram } from '../program';
import { type Attack, createTally, longestWait } from './attack';

/** Attacks that try to use up the memory or the processor of a program that runs in a process of its own. */
export const WORK: Attack[] = [
  { name: 'Long addresses', mustNot: 'take more than 200 MB of memory', run: sendLongAddresses },
  { name: 'Batches of calls', mustNot: 'keep others waiting for two seconds', run: sendBatches },
  { name: 'Costly searches', mustNot: 'keep others waiting for two seconds', run: searchCostly },
  { name: 'Large bodies', mustNot: 'be accepted', run: sendLargeBodies },
  { name: 'Slow uploads', mustNot: "keep another person's upload waiting", run: uploadSlowly },
];

/** Longest time in milliseconds that an attack may keep others waiting. Generous, because machines differ. */
const WAIT_MAX_MS = 2_000;

type Use = { program: Program; enter: (phone: string) => ReturnType<typeof signIn> };

/** Runs `act` with a program that has a data folder of its own. */
async function withProgram<T>(act: (use: Use) => Promise<T>): Promise<T> {
  using folder = tempFolder();
  const dataDir = folder.file('data');
  const program = await startProgram({ DATA_DIR: dataDir });
  try {
    return await act({
      program,
      enter: (phone) => signIn(program, phone, () => simulatedTexts(dataDir, phone)),
    });
  } finally {
    await program.stop('SIGKILL');
  }
}

const memoryOf = ({ pid }: Program) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

function sendLongAddresses() {
  return withProgram(async ({ program, enter }) => {
    const { note, outcome } = createTally();
    const client = await enter(ann.phone);
    for (let n = 0; n < 200; n++) await client.get('/api/tags');
    const before = memoryOf(program);
    for (let n = 0; n < 400; n++) {
      const filler = String(n).padStart(6, '0') + 'x'.repeat(14_000);
      await Promise.all(Array.from({ length: 50 }, (_, at) => client.get(`/api/tags?x=${at}-${filler}`)));
      if (n % 40 === 39) {
        const grown = Math.round(memoryOf(program) - before);
        note(grown < 200, `${(n + 1) * 50} requests took ${grown} MB`);
      }
    }
    const grown = Math.round(memoryOf(program) - before);
    return { ...outcome, tried: 20_000, note: `20,000 requests took ${Math.max(0, grown)} MB` };
  });
}

function sendBatches() {
  return withProgram(async ({ program, enter }) => {
    const { note, outcome } = createTally();
    const client = await enter(ann.phone);
    for (let n = 0; n < 300; n++) await client.post('/api/messages', { content: 'x'.repeat(5_000) });
    const batch = (name: string, count: number) =>
      `/trpc/${Array(count).fill(name).join(',')}?batch=1&input=${encodeURIComponent(
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, {}]))),
      )}`;
    const send = async () => {
      for (const [name, count] of [
        ['messages.list', 200],
        ['messages.list', BATCH_MAX + 1],
        ['boards.tags', 500],
        ['x', 1_000],
        ['x', 7_900],
      ] as const) {
        const { status } = await client.get(batch(name, count));
        note(status >= 400, `a batch of ${count} ${name} is answered ${status}`);
      }
      const { text } = await client.get(batch('messages.list', BATCH_MAX));
      note(
        text.length < 20_000_000,
        `a batch of ${BATCH_MAX} lists is answered with ${text.length} characters`,
      );
    };
    const wait = await longestWait(program.url, Promise.all(Array.from({ length: 5 }, send)));
    note(wait < WAIT_MAX_MS, `others waited ${Math.round(wait)} ms`);
    return { ...outcome, note: `others waited ${Math.round(wait)} ms at most` };
  });
}

function searchCostly() {
  return withProgram(async ({ program, enter }) => {
    const { note, outcome } = createTally();
    const word = (number: number) =>
      Bun.hash(String(number))
        .toString(3)
        .slice(-9)
        .replace(/\d/g, (digit) => 'abc'[Number(digit)]!);
    const [author, ...others] = await Promise.all([ann, bob, cho].map(({ phone }) => enter(phone)));
    for (let n = 0; n < 300; n++) {
      const content = Array.from({ length: 500 }, (_, at) => word(n * 500 + at)).join(' ');
      await author!.post('/api/messages', { content });
    }
    await author!.get('/api/messages/search?q=abc');
    const search = async (n: number) => {
      const q = Array.from({ length: 16 }, (_, at) => `${word(1e6 + n * 16 + at)}z`).join(' ');
      const { status } = await author!.get(`/api/messages/search?q=${encodeURIComponent(q)}`);
      note(status === 200 || status === 429 || status === 503, `a search is answered ${status}`);
    };
    const attack = Promise.all(Array.from({ length: 30 }, (_, n) => search(n)));
    const wait = await longestWait(program.url, attack);
    note(wait < WAIT_MAX_MS, `others waited ${Math.round(wait)} ms`);
    const { status } = await others[0]!.get('/api/messages/search?q=lamp');
    note(status === 200, `another person's search afterwards is answered ${status}`);
    return { ...outcome, note: `others waited ${Math.round(wait)} ms at most` };
  });
}

function sendLargeBodies() {
  return withProgram(async ({ program, enter }) => {
    const { note, outcome } = createTally();
    const client = await enter(ann.phone);
    const before = memoryOf(program);
    const json = { 'content-type': 'application/json' };
    const endless = (megabytes: number) => {
      let sent = 0;
      return new ReadableStream({
        pull(controller) {
          if (sent++ === megabytes) return controller.close();
          controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
        },
      });
    };
    for (const path of ['/api/messages', '/api/auth/login', '/trpc/messages.add'])
      for (const body of [() => ' '.repeat(150 * 1024 * 1024), () => endless(150), () => endless(2)]) {
        const sent = await client
          .send(path, { method: 'POST', headers: json, body: body() })
          .catch(() => null);
        note(!sent || sent.status === 413, `POST ${path} is answered ${sent?.status}`);
      }
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const upload = await client
      .send('/api/media', { method: 'POST', headers: form, body: endless(200) })
      .catch(() => null);
    note(!upload || upload.status === 413, `an upload of 200 MB is answered ${upload?.status}`);
    const grown = Math.round(memoryOf(program) - before);
    note(grown < 600, `the process has grown by ${grown} MB`);
    return { ...outcome, note: `the process has grown by ${Math.max(0, grown)} MB` };
  });
}

function uploadSlowly() {
  return withProgram(async ({ program, enter }) => {
    const { note, outcome } = createTally();
    const [one, two, other] = await Promise.all([ann, eve, bob].map(({ phone }) => enter(phone)));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow = [one, two].flatMap((client) =>
      Array.from({ length: 10 }, () =>
        client!
          .send('/api/media', {
            method: 'POST',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
            body: new ReadableStream({
              async start(controller) {
                controller.enqueue(new Uint8Array(5 * 1024 * 1024));
                await held;
                controller.close();
              },
            }),
          })
          .catch(() => null),
      ),
    );
    await Bun.sleep(1_000);
    for (let n = 0; n < 10; n++) {
      const body = new FormData();
      body.append('files', new File([png(4, 4)], 'x.png', { type: 'image/png' }));
      const send = other!.send('/api/media', { method: 'POST', body }).then(({ status }) => status);
      const status = await Promise.race([send, Bun.sleep(5_000).then(() => 'nothing')]);
      note(status === 201, `an upload beside 20 slow ones is answered ${status}`);
    }
    release();
    await Promise.all(slow);
    note((await fetch(`${program.url}/readyz`)).status === 200, 'the server is not ready afterwards');
    return outcome;
  });
}

import { BATCH_MAX } from '../../src/contract/limits';
import { ann, bob } from '../../tests/support/cast';
import type { Client } from '../../tests/support/client';
import { tempFolder } from '../../tests/support/folder';
import { png } from '../../tests/support/pictures';
import { quantile } from '../bench/figures';
import { memoryMb, type Running } from '../process';
import { fileBombs, importToEnd, pictureBomb, sendFiles, waitsDuring } from './bombs';
import { type Check, type Proof, signIn, simulatedTexts, startProgram } from './program';

/** Longest time in milliseconds that an attack may keep others waiting. Generous, because machines differ. */
const WAIT_MAX_MS = 2_000;
const STOP_MAX_MS = 6_000;

type Target = { check: Check; server: Running; client: Client; other: Client };

/**
 * Tries to use up the memory or the processor of the program, as a person who has an account. What attackers
 * must not read or change is tried by tests; docs/security.md names them.
 */
export const attacks: Proof = async (check) => {
  for (const attack of [sendBatches, importBombs, uploadLargePictures, stopDuringImport]) {
    using folder = tempFolder();
    const dataDir = folder.path;
    const server = await startProgram({ DATA_DIR: dataDir });
    try {
      const [client, other] = [
        await signIn(server, ann.phone, () => simulatedTexts(dataDir, ann.phone)),
        await signIn(server, bob.phone, () => simulatedTexts(dataDir, bob.phone)),
      ];
      await attack({ check, server, client, other });
    } finally {
      await server.stop('SIGKILL');
    }
  }
};

async function sendBatches({ check, server, client }: Target) {
  for (let n = 0; n < 300; n++) await client.post('/api/messages', { content: 'x'.repeat(5_000) });
  const send = (name: string, count: number) => {
    const input = JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, {}])));
    return client.get(
      `/trpc/${Array(count).fill(name).join(',')}?batch=1&input=${encodeURIComponent(input)}`,
    );
  };
  const accepted: string[] = [];
  let longest = 0;
  const sendAll = async () => {
    for (const [name, count] of [
      ['messages.list', 200],
      ['messages.list', BATCH_MAX + 1],
      ['boards.tags', 500],
      ['x', 1_000],
      ['x', 7_900],
    ] as const)
      if ((await send(name, count)).status < 400) accepted.push(`${count} ${name}`);
    longest = Math.max(longest, (await send('messages.list', BATCH_MAX)).text.length);
  };
  const wait = await longestWait(server.url, Promise.all(Array.from({ length: 5 }, sendAll)));
  check('a batch of too many calls is refused', accepted.length === 0, accepted.join());
  check('the answer to a batch has less than 20 MB', longest < 20_000_000, `${longest} characters`);
  check('others do not wait for batches', wait < WAIT_MAX_MS, `${Math.round(wait)} ms`);
}

async function importBombs({ check, server, client }: Target) {
  const failed: string[] = [];
  const sendAll = async () => {
    for (const file of await fileBombs()) {
      const { state, error } = await importToEnd(client, file);
      failed.push(`${file.name}: ${state} ${error ?? ''}`);
    }
  };
  const waits = await waitsDuring(server.url, sendAll());
  const isGivenUp = failed.some((line) =>
    line.startsWith('telegram.zip: failed Reading this file takes more memory'),
  );
  check('a file that takes too much memory is given up, and says so', isGivenUp, failed.join('; '));
  checkCalm(check, server, waits, 'hostile files are imported');
}

async function uploadLargePictures({ check, server, client, other }: Target) {
  const began = performance.now();
  let waited = 0;
  const small = new File([png(20, 20)], 'small.png', { type: 'image/png' });
  await sendFiles(other, '/api/media', [small]);
  const large = sendFiles(client, '/api/media', Array.from({ length: 5 }, pictureBomb));
  const sendOther = async () => {
    await Bun.sleep(1_000);
    const sentAt = performance.now();
    const { status } = await sendFiles(other, '/api/media', [small]);
    waited = performance.now() - sentAt;
    check("another person's photo is stored", status === 201, status);
  };
  const waits = await waitsDuring(server.url, Promise.all([large, sendOther()]));
  const all = performance.now() - began;
  const found = `${Math.round(waited)} of ${Math.round(all)} ms`;
  check("another person's photo waits for one picture, not for five", waited < all / 3, found);
  checkCalm(check, server, waits, 'large pictures are decoded');
}

async function stopDuringImport({ check, server, client }: Target) {
  const [, telegram] = await fileBombs();
  const sent = sendFiles(client, '/api/import', [telegram!]).catch(() => null);
  await Bun.sleep(1_500);
  const began = performance.now();
  await server.stop();
  await sent;
  const took = performance.now() - began;
  check('the program stops in the middle of a hostile import', took < STOP_MAX_MS, `${Math.round(took)} ms`);
}

function checkCalm(check: Check, server: Running, waits: number[], what: string) {
  const late = quantile(waits, 0.99);
  check(`others wait less than 100 ms at p99 while ${what}`, late < 100, `${Math.round(late)} ms`);
  const grown = memoryMb(server.pid);
  check(`the program stays below 300 MB while ${what}`, grown < 300, `${Math.round(grown)} MB`);
}

const longestWait = async (url: string, work: Promise<unknown>): Promise<number> =>
  Math.max(...(await waitsDuring(url, work)));

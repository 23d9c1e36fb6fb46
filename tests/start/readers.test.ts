import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { READERS_SOCKET } from '../../src/app/data-folder/data-folder';
import { cookieOf } from '../support/client';
import { startExecutable } from '../support/executable';
import { until } from '../support/server';
import { openSocket } from '../support/socket';

const ANN = '+12025550111';
const LOADERS = 8;

/** Process ids of readers of a server, which are its children. */
const readersOf = (parent: number): number[] =>
  Bun.spawnSync(['pgrep', '-P', String(parent), '-f', 'tagline.* reader '])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number);

test('readers of the executable serve, are started again and end with it', async () => {
  await using program = await startExecutable(undefined, {
    READERS: '2',
    EMBEDDINGS: 'off',
    PHOTO_WORDS: 'off',
  });
  const metrics = async () => (await fetch(`${program.url}/metrics`)).text();
  const areUp = (starts: [number, number]) =>
    until(async () => {
      const text = await metrics();
      return (
        text.includes('tagline_readers 2\n') &&
        starts.every((times, at) =>
          text.includes(`tagline_reader_starts_total{reader="${at + 1}"} ${times}\n`),
        )
      );
    });
  await areUp([1, 1]);
  const ann = await program.signIn(ANN);
  const cookie = cookieOf(ann);

  // each connection is a new one, so that all processes get some
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(program.url + path, {
      ...init,
      keepalive: false,
      headers: { cookie, 'content-type': 'application/json' },
    });
  const post = (content: string) =>
    ask('/api/messages', { method: 'POST', body: JSON.stringify({ content, tags: ['food'] }) });
  const sockets = await Promise.all(Array.from({ length: 12 }, () => openSocket(program, ann)));
  expect((await post('Ramen')).status).toBe(201);
  for (let n = 0; n < 12; n++) expect(await (await ask(`/api/messages?n=${n}`)).text()).toContain('Ramen');
  await until(() => sockets.every(({ events }) => events.length === 1));

  const [first = 0, second = 0] = readersOf(program.pid);
  const failed: unknown[] = [];
  let answered = 0;
  let isOver = false;
  const load = async () => {
    for (let n = 0; !isOver; n++)
      await ask(`/api/messages?load=${n}`).then(
        async (response) => {
          await response.text();
          if (response.status !== 200) failed.push(response.status);
          answered += 1;
        },
        (error) => failed.push(error),
      );
  };
  const loading = Array.from({ length: LOADERS }, load);
  await until(() => answered > 100);
  process.kill(first, 'SIGKILL');
  const before = answered;
  await areUp([2, 1]);
  await until(() => answered > before + 100);
  process.kill(second, 'SIGTERM');
  await areUp([2, 2]);
  isOver = true;
  await Promise.all(loading);
  // those under way, and once more each until the system has taken the socket away
  expect(failed.length).toBeLessThanOrEqual(2 * LOADERS);

  // without readers, the writer answers
  for (const pid of readersOf(program.pid)) process.kill(pid, 'SIGKILL');
  await until(() =>
    ask('/api/messages').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  await areUp([3, 3]);
  const left = readersOf(program.pid);
  expect(left).toHaveLength(2);
  const socket = join(dirname(program.database), READERS_SOCKET);
  expect(existsSync(socket)).toBe(true);
  const ended = (await program.stop()).map((line) => JSON.parse(line));
  expect(ended).toMatchObject(Array(4).fill({ msg: 'a reader has ended' })); // those that were ended above
  expect(left.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(socket)).toBe(false);
});

import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { nearestMessages } from '../../src/search/meaning/neighbours';
import { signBits, toInt8 } from '../../src/search/meaning/vectors';
import { quantiles, time, watchEventLoop } from './measuring';
import type { Random } from './random';

const DIMENSIONS = 512;
const SEARCHES = 100;
const NEIGHBOURS = 40;

/**
 * Prints how long a search among random vectors takes, in milliseconds of CPU time and of wall-clock time. Up
 * to `count` messages of the user have a vector, and half as many messages of other people.
 */
export async function measureVectors(app: App, userId: number, count: number, random: Random) {
  const { model, own, all } = storeEmbeddings(app, userId, count, random);
  const search = () =>
    nearestMessages(app, {
      model,
      userId,
      boardIds: [],
      vector: randomVector(random),
      limit: NEIGHBOURS,
    });
  const start = performance.now();
  await search();
  const first = performance.now() - start;
  for (let n = 0; n < 20; n++) await search(); // warms up, so that the measured searches run compiled code

  const loop = watchEventLoop(() => performance.now());
  const cpu: number[] = [];
  const clock: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const began = performance.now();
    cpu.push(
      await time(async () => {
        await search();
        clock.push(performance.now() - began);
      }),
    );
  }
  const block = loop.longest() - 1; // the timer that watches the loop waits a millisecond itself
  loop.stop();
  const show = (times: number[]) => quantiles(times, 0.5, 0.99).join(' and ');
  console.log(
    `\nNearest of ${own} vectors, ${all} stored: median and 99th ${show(cpu)} ms of CPU, ${show(clock)} ms by the clock, the first time ${first.toFixed(0)} ms; event loop held at most ${block.toFixed(1)} ms`,
  );
}

function storeEmbeddings(app: App, userId: number, count: number, random: Random) {
  const { $client } = app.db;
  type Row = { id: number; sender: number };
  const own = $client
    .query<Row, [number, number]>('select id, sender_id as sender from messages where sender_id = ? limit ?')
    .all(userId, count);
  const others = $client
    .query<Row, [number, number]>('select id, sender_id as sender from messages where sender_id <> ? limit ?')
    .all(userId, Math.floor(count / 2));
  $client.run(
    "insert or ignore into embedding_models (name, dimensions, queued_below, complete) values ('random', ?, 0, 1)",
    [DIMENSIONS],
  );
  const { id: model } = $client
    .query<{ id: number }, []>("select id from embedding_models where name = 'random'")
    .get()!;
  const insert = $client.query(
    'insert into embeddings (model_id, message_id, user_id, bits, vector) values (?, ?, ?, ?, ?)',
  );
  transaction(app.db, () => {
    if ($client.query('select 1 from embeddings limit 1').get()) return;
    for (const { id, sender } of [...own, ...others]) {
      const vector = randomVector(random);
      insert.run(model, id, sender, new Uint8Array(signBits(vector).buffer), toInt8(vector));
    }
  });
  return { model, own: own.length, all: own.length + others.length };
}

function randomVector(random: Random): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random(2_000) / 1_000 - 1);
  const length = Math.hypot(...vector);
  return vector.map((n) => n / length);
}

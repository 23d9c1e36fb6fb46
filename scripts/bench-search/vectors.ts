import { transaction } from '../../db/open';
import type { App } from '../../src/app';
import { nearestMessages, syncVectorIndex } from '../../src/search/meaning/neighbours';
import { quantiles, time, watchEventLoop } from './measuring';
import type { Random } from './random';

const DIMENSIONS = 384;
const SEARCHES = 40;
const NEIGHBOURS = 40;

/**
 * Prints how long a search among random vectors takes. Up to `count` messages of the user have a vector, and
 * half as many messages of other people.
 */
export async function measureVectors(app: App, userId: number, count: number, random: Random) {
  const { own, all } = storeEmbeddings(app, userId, count, random);
  const source = { model: 'random', dimensions: DIMENSIONS };
  const start = performance.now();
  await syncVectorIndex(app, source);
  const seconds = (performance.now() - start) / 1000;
  console.log(`\n${own} own vectors of ${all} indexed in ${seconds.toFixed(1)} s`);

  const loop = watchEventLoop(() => performance.now());
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const query = { userId, boardIds: [], vector: randomVector(random), limit: NEIGHBOURS };
    times.push(await time(() => nearestMessages(app, source, query)));
  }
  const block = loop.longest() - 1; // the timer of the watch itself waits a millisecond
  loop.stop();
  const [median, most] = quantiles(times, 0.5, 1);
  console.log(
    `Nearest of ${own}: median ${median} ms, most ${most} ms; event loop held at most ${block.toFixed(1)} ms`,
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
  const insert = $client.query('insert into embeddings values (?, ?, ?)');
  transaction(app.db, () => {
    if ($client.query('select 1 from embeddings limit 1').get()) return;
    for (const { id, sender } of [...own, ...others])
      insert.run(id, sender, new Uint8Array(randomVector(random).buffer));
  });
  return { own: own.length, all: own.length + others.length };
}

function randomVector(random: Random): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random(2_000) / 1_000 - 1);
  const length = Math.hypot(...vector);
  return vector.map((n) => n / length);
}

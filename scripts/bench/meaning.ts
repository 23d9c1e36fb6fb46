import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import { ann } from '../../db/seeds/cast';
import type { App } from '../../src/app/app';
import { nearestMessages } from '../../src/search/meaning/neighbours';
import { signBits, toInt8 } from '../../src/search/meaning/vectors';
import { copyOfDatabase, openApp, requireUserByPhone } from './databases';
import { addFigureWithLimit, quantile } from './figures';
import { createRandom } from './queries';

const DIMENSIONS = 512;

export async function meaning(size: number) {
  const app = openApp(copyOfDatabase(size), { EMBEDDINGS: 'off' });
  const user = requireUserByPhone(app, ann);
  await measureVectors(app, user, size);
  app.close();
}

async function measureVectors(app: App, user: User, size: number) {
  const { $client } = app.db;
  const random = createRandom(4711);
  const randomVector = () => {
    const vector = Float32Array.from({ length: DIMENSIONS }, () => random(2_000) / 1_000 - 1);
    const length = Math.hypot(...vector);
    return vector.map((n) => n / length);
  };
  const model = $client
    .query<{ id: number }, [number]>(
      `insert into embedding_models (name, dimensions, queued_below, complete) values ('random', ?, 0, 1) returning id`,
    )
    .get(DIMENSIONS)!.id;
  const messages = $client
    .query<{ id: number; sender: number }, []>('select id, sender_id as sender from messages limit 300000')
    .all();
  const insert = $client.query(
    'insert into embeddings (model_id, message_id, user_id, bits, vector) values (?, ?, ?, ?, ?)',
  );
  transaction(app.db, () => {
    for (const { id, sender } of messages) {
      const vector = randomVector();
      insert.run(model, id, sender, new Uint8Array(signBits(vector).buffer), toInt8(vector));
    }
  });
  const search = () =>
    nearestMessages(app, { model, userId: user.id, boardIds: [], vector: randomVector(), limit: 40 });
  for (let n = 0; n < 20; n++) await search();
  const times: number[] = [];
  for (let n = 0; n < 100; n++) times.push(await cpuMs(search));
  const own = messages.filter(({ sender }) => sender === user.id).length.toLocaleString('en-US');
  addFigureWithLimit(`Nearest of ${own} vectors, CPU, p99`, size, quantile(times, 0.99), 'ms', 15);
}

/** Returns the CPU time of this process during `act`, which leaves out other processes. */
async function cpuMs(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  await Bun.sleep(1); // lets other work of the event loop run
  return (user + system) / 1000;
}

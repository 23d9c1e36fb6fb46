import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { tempFolder } from '../../tests/support/folder';
import { memoryMb, startProcess } from '../process';
import { value } from '../prove/program';
import { executableForTests } from '../setup';
import { copyOfDatabase, signIn, startProduct } from './databases';
import { addFigure, addFigureWithLimit, median, ROUNDS } from './figures';
import { load, postRequest } from './load';

const POSTED = 10_000;
/** By then the thread of the model has ended. */
const IDLE_MS = 75_000;

/** Measures the start of the executable on existing data, and its memory after a load with the model on. */
export async function executable(size: number) {
  using folder = tempFolder();
  const program = executableForTests();
  const thin = folder.file('thin');
  const build = 'build --compile --bytecode scripts/bench/thin-server.ts --outfile'.split(' ');
  Bun.spawnSync([process.execPath, ...build, thin]);
  const dataDir = copyOfDatabase(size);
  const database = join(copyOfDatabase(size), DATABASE);
  const times: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push({
      ours: await firstAnswer(() => startProduct(dataDir, {}, [program]), '/readyz'),
      theirs: await firstAnswer(() => startProcess([thin, database]), '/page'),
    });
  const ratio = median(times.map(({ ours, theirs }) => ours / theirs));
  addFigure({
    name: 'Start of the executable to the first answer',
    size,
    value: median(times.map(({ ours }) => ours)),
    unit: 'ms',
    yardstick: 'thin server, compiled too',
    ratio,
    goal: { text: '≤ 8', met: ratio <= 8 },
  });

  const cookie = await signIn(dataDir);
  const resting = await startProduct(dataDir, {}, [program]);
  await Bun.sleep(10_000);
  addFigureWithLimit('Memory of the executable at rest', size, memoryMb(resting.pid), 'MB', 120);
  await resting.stop();
  const server = await startProduct(dataDir, { EMBEDDINGS: '' }, [program]);
  const note = (n: number) => ({ content: `Note ${n} about ramen and the weather`, tags: ['food'] });
  for (let posted = 0; posted < POSTED; ) {
    const request = (n: number) => postRequest('/api/messages', note(posted + n), { cookie });
    posted += (await load({ url: server.url, connections: 8, duration: 2_000, request, expect: 201 })).times
      .length;
  }
  while (value(dataDir, 'select count(*) from embedding_queue') !== 0) await Bun.sleep(1_000);
  await Bun.sleep(IDLE_MS);
  addFigureWithLimit('Memory after 10,000 messages with the model', size, memoryMb(server.pid), 'MB', 150);
  await server.stop();
}

async function firstAnswer(start: () => ReturnType<typeof startProcess>, path: string): Promise<number> {
  const began = performance.now();
  const server = await start();
  await fetch(server.url + path);
  const time = performance.now() - began;
  await server.stop();
  return time;
}

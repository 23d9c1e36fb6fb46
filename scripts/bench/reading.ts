import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { addBoardsOfEve } from './boards';
import { postMessage } from './crowds';
import { copyOfDatabase, copyOfFolder, signIn, startProduct } from './databases';
import { addFigure, addFigureWithLimit, compare, median, ROUND_MS } from './figures';
import { getRequest, load, requestRate } from './load';
import { afterIn, pollOf } from './poll';
import { memoryMb, startProcess } from './processes';

const PAGE = '/api/messages?limit=50';
const LISTS = '/trpc/boards.tagsWithCounts,boards.sharedWithCounts?batch=1&input=%7B%7D';

/** Number of addresses that `fresh` has returned so far. */
let asked = 0;

/** Returns an address that was not requested before, so that the server has no answer for it in its cache. */
function fresh(path: string) {
  return `${path}&fresh=${asked++}`;
}

/**
 * Compares how fast Tagline and the minimal server (bare.ts) answer requests for lists and polls. If Tagline
 * composes the answers anew, also compares its CPU time with that of the thin server (floor.ts). Then
 * measures the memory of Tagline.
 */
export async function reading(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const eve = await addBoardsOfEve(dataDir);
  const copy = join(copyOfFolder(dataDir), DATABASE);
  const server = await startProduct(dataDir);
  const bare = await startProcess(['scripts/bench/bare.ts', copy]);
  const floor = await startProcess(['scripts/bench/floor.ts', copy]);
  const onFloor = (path: string) => () => requestRate(floor, () => getRequest(path), 200);
  const same = {
    name: 'bare route, same bytes from a prepared statement',
    rate: () => requestRate(bare, () => getRequest('/bytes'), 200),
  };
  const thin = {
    name: 'bare route, fifty rows, for anybody',
    rate: () => requestRate(bare, () => getRequest('/page'), 200),
  };
  const storeInYardstick = async (path: string, asked = cookie) => {
    const answer = await fetch(server.url + path, { headers: { cookie: asked } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    await fetch(`${bare.url}/bytes`, { method: 'PUT', body: await answer.arrayBuffer() });
    return answer.headers.get('etag') ?? '';
  };

  await storeInYardstick(PAGE);
  await compare(
    { name: 'Newest 50, read again', size, atLeast: 0.5 },
    () => requestRate(server, () => getRequest(PAGE, { cookie }), 200),
    same,
  );
  await compare(
    { name: 'Newest 50, composed anew', size, atLeast: 0.5 },
    () => requestRate(server, () => getRequest(fresh(PAGE), { cookie }), 200),
    thin,
    onFloor('/messages'),
  );
  const tag = '/api/messages/tag/food?limit=50';
  await compare(
    { name: '50 of a tag, composed anew', size, atLeast: 0.5 },
    () => requestRate(server, () => getRequest(fresh(tag), { cookie }), 200),
    thin,
    onFloor('/tag'),
  );
  await storeInYardstick(LISTS);
  await compare(
    { name: "The dashboard's two lists, read again", size },
    () => requestRate(server, () => getRequest(LISTS, { cookie }), 200),
    same,
  );
  await storeInYardstick(LISTS, eve.cookie);
  const listsOfEve = () => getRequest(fresh(LISTS), { cookie: eve.cookie });
  await compare(
    { name: "The dashboard's two lists, 300 boards, composed anew", size, atLeast: 0.2 },
    () => requestRate(server, listsOfEve, 200),
    same,
    onFloor(`/lists/${eve.user}`),
  );
  const alone = { url: server.url, connections: 1, duration: ROUND_MS, request: listsOfEve, expect: 200 };
  const times = (await load(alone)).times;
  addFigureWithLimit("The dashboard's two lists, 300 boards, median", size, median(times), 'ms', 1);
  const opened = await fetch(server.url + pollOf(), { headers: { cookie } });
  const poll = pollOf(afterIn(await opened.text()));
  await postMessage(server, cookie, { content: 'Some news', tags: ['food'] });
  await compare(
    { name: 'A poll with news (web app)', size, atLeast: 0.4 },
    () => requestRate(server, () => getRequest(fresh(poll), { cookie }), 200),
    thin,
    onFloor('/poll'),
  );
  const etag = await storeInYardstick(poll);
  for (const [way, path] of [
    ['REST', PAGE],
    ['web app', poll],
  ] as const) {
    const unchanged = () => getRequest(path, { cookie, 'if-none-match': etag });
    await compare(
      { name: `Unchanged poll (${way})`, size, atLeast: 0.5 },
      () => requestRate(server, unchanged, 304),
      { name: 'bare route, same request', rate: () => requestRate(bare, unchanged, 200) },
    );
  }
  addFigure({ name: 'Memory after that load', size, ours: memoryMb(server.pid) ?? 0, unit: 'MB' });
  await bare.stop();
  await floor.stop();
  await server.stop();
}

/** Compares the time to read a page of messages from the largest database with the time for the smallest. */
export async function growth(least: number, most: number) {
  const [few, many] = await Promise.all(
    [least, most].map(async (size) => {
      const dataDir = copyOfDatabase(size);
      const cookie = await signIn(dataDir);
      const server = await startProduct(dataDir);
      return { server, rate: () => requestRate(server, () => getRequest(fresh(PAGE), { cookie }), 200) };
    }),
  );
  if (!few || !many) return;
  await compare({ name: 'A page, by its size', size: most, atLeast: 0.83 }, many.rate, {
    name: `the same with ${least.toLocaleString('en-US')} messages`,
    rate: few.rate,
  });
  await few.server.stop();
  await many.server.stop();
}

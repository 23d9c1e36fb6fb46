import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { memoryMb } from '../process';
import { addBoardsOfEve } from './boards';
import { copyOfDatabase, postMessage, signIn, startHelper, startProduct } from './databases';
import { addFigure, addFigureWithLimit, type Comparison, compare, median, ROUND_MS } from './figures';
import { getRequest, load, requestRate } from './load';

const PAGE = '/api/messages?limit=50';
/** What the web app asks for, as in `web/messages/feed/use-messages.ts`. */
const LISTS = pathOf('boards.tagsWithCounts,boards.sharedWithCounts');
export const poll = (after?: string) =>
  pathOf('messages.polledPage,boards.tagsWithCounts,boards.sharedWithCounts', after);
/** A server that has just started merges the segments of the index. With a million messages, two are left. */
const SEGMENTS = 4;
const MERGED_WITHIN_MS = 120_000;

function pathOf(calls: string, after?: string): string {
  return `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { limit: 40, after } }))}`;
}

let asked = 0;

/** Returns an address that was not requested before, so that the server has no answer for it in its cache. */
const fresh = (path: string) => `${path}&fresh=${asked++}`;

export async function reading(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const eve = (await addBoardsOfEve(dataDir)).cookie;
  const copy = join(copyOfDatabase(size), DATABASE);
  const server = await startProduct(dataDir);
  const thin = await startHelper('thin-server', copy);
  const onThin = (path: string) => () => requestRate(thin, () => getRequest(path), 200);
  const same = { name: 'bare route, same bytes from a prepared statement', rate: onThin('/bytes') };
  const page = { name: 'bare route, fifty rows, for anybody', rate: onThin('/page') };
  const storeInYardstick = async (path: string, asked = cookie) => {
    const answer = await fetch(server.url + path, { headers: { cookie: asked } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    const body = await answer.text();
    await fetch(`${thin.url}/bytes`, { method: 'PUT', body });
    return { body, etag: answer.headers.get('etag') ?? '' };
  };
  const measure = (
    name: string,
    goal: Omit<Comparison, 'name' | 'size'>,
    path: () => string,
    beside: typeof same,
  ) =>
    compare(
      { name, size, ...goal },
      () => requestRate(server, () => getRequest(path(), { cookie }), 200),
      beside,
    );

  await storeInYardstick(PAGE);
  await measure('Newest 50, read again', { atLeast: 0.5 }, () => PAGE, same);
  await measure('Newest 50, composed anew', { atLeast: 0.5 }, () => fresh(PAGE), page);
  const tag = '/api/messages/tag/food?limit=50';
  await measure('50 of a tag, composed anew', { atLeast: 0.5 }, () => fresh(tag), page);

  await storeInYardstick(LISTS, eve);
  const lists = () => getRequest(fresh(LISTS), { cookie: eve });
  await compare(
    { name: "The dashboard's two lists, 300 boards, composed anew", size, atLeast: 0.2 },
    () => requestRate(server, lists, 200),
    same,
  );
  const alone = { url: server.url, connections: 1, duration: ROUND_MS, request: lists, expect: 200 };
  const { times } = await load(alone);
  addFigureWithLimit("The dashboard's two lists, 300 boards, median", size, median(times), 'ms', 1);

  const { body } = await storeInYardstick(poll());
  const next = poll(/"after":"([^"]*)"/.exec(body)?.[1]);
  await postMessage(server, cookie, 'Some news', 'food');
  await measure('A poll with news (web app)', { atLeast: 0.4 }, () => fresh(next), page);
  const { etag } = await storeInYardstick(next);
  for (const [way, path] of Object.entries({ REST: PAGE, 'web app': next })) {
    const unchanged = () => getRequest(path, { cookie, 'if-none-match': etag });
    await compare(
      { name: `Unchanged poll (${way})`, size, atLeast: 0.5 },
      () => requestRate(server, unchanged, 304),
      { name: 'bare route, same request', rate: () => requestRate(thin, unchanged, 200) },
    );
  }
  addFigure({ name: 'Memory after that load', size, value: memoryMb(server.pid), unit: 'MB' });

  await untilMerged(join(dataDir, DATABASE));
  for (const [what, word, cpuBelow] of [
    ['rare', 'umbrella', 1_000],
    ['common', 'you', 1_500],
  ] as const)
    await measure(
      `Search for a ${what} word`,
      { cpuBelow },
      () => fresh(`/api/messages/search?q=${word}&limit=50`),
      page,
    );
  await thin.stop();
  await server.stop();
}

async function untilMerged(database: string) {
  using db = new Database(database, { readonly: true });
  const count = db.query<{ segments: number }, []>(
    'select count(distinct segid) as segments from search_idx',
  );
  const deadline = performance.now() + MERGED_WITHIN_MS;
  while (count.get()!.segments > SEGMENTS && performance.now() < deadline) await Bun.sleep(250);
}

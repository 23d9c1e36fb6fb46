import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { memoryMb } from '../process';
import { addBoardsOfEve } from './boards';
import { copyOfDatabase, copyOfFolder, postMessage, signIn, startHelper, startProduct } from './databases';
import { addFigure, addFigureWithLimit, compare, median, ROUND_MS } from './figures';
import { getRequest, load, requestRate } from './load';
import { afterIn, listsPath, pageAndListsPath } from './poller';

const PAGE = '/api/messages?limit=50';
const LISTS = listsPath();

let asked = 0;

/** Returns an address that was not requested before, so that the server has no answer for it in its cache. */
function fresh(path: string) {
  return `${path}&fresh=${asked++}`;
}

export async function reading(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const eve = await addBoardsOfEve(dataDir);
  const copy = join(copyOfFolder(dataDir), DATABASE);
  const server = await startProduct(dataDir);
  const thin = await startHelper('thin-server', copy);
  const onThin = (path: string) => () => requestRate(thin, () => getRequest(path), 200);
  const same = {
    name: 'bare route, same bytes from a prepared statement',
    rate: () => requestRate(thin, () => getRequest('/bytes'), 200),
  };
  const page = {
    name: 'bare route, fifty rows, for anybody',
    rate: () => requestRate(thin, () => getRequest('/page'), 200),
  };
  const storeInYardstick = async (path: string, asked = cookie) => {
    const answer = await fetch(server.url + path, { headers: { cookie: asked } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    await fetch(`${thin.url}/bytes`, { method: 'PUT', body: await answer.arrayBuffer() });
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
    page,
    onThin('/messages'),
  );
  const tag = '/api/messages/tag/food?limit=50';
  await compare(
    { name: '50 of a tag, composed anew', size, atLeast: 0.5 },
    () => requestRate(server, () => getRequest(fresh(tag), { cookie }), 200),
    page,
    onThin('/tag'),
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
    onThin(`/lists/${eve.user}`),
  );
  const alone = { url: server.url, connections: 1, duration: ROUND_MS, request: listsOfEve, expect: 200 };
  const times = (await load(alone)).times;
  addFigureWithLimit("The dashboard's two lists, 300 boards, median", size, median(times), 'ms', 1);
  const opened = await fetch(server.url + pageAndListsPath(), { headers: { cookie } });
  const poll = pageAndListsPath(afterIn(await opened.text()));
  await postMessage(server, cookie, 'Some news', 'food');
  await compare(
    { name: 'A poll with news (web app)', size, atLeast: 0.4 },
    () => requestRate(server, () => getRequest(fresh(poll), { cookie }), 200),
    page,
    onThin('/poll'),
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
      { name: 'bare route, same request', rate: () => requestRate(thin, unchanged, 200) },
    );
  }
  addFigure({ name: 'Memory after that load', size, value: memoryMb(server.pid), unit: 'MB' });
  await thin.stop();
  await server.stop();
}

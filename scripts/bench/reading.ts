import { copyOf, signIn, startProduct } from './databases';
import { compare, note } from './figures';
import { get, rate } from './load';
import { memoryMb, run } from './processes';

const PAGE = '/api/messages?limit=50';
const LISTS = '/trpc/boards.tagsWithCounts,boards.sharedWithCounts?batch=1&input=%7B%7D';
const POLL =
  '/trpc/messages.list,boards.tags,boards.shared?batch=1&input=%7B%220%22%3A%7B%22limit%22%3A40%7D%7D';

/** Makes each address one that nobody has asked for. */
let asked = 0;

/** An address that nobody has asked for: its answer is composed anew. */
function fresh(path: string) {
  return `${path}&fresh=${asked++}`;
}

/** Lists, unchanged polls and search, beside the same bytes or as many rows from the thinnest server. */
export async function reading(size: number) {
  const dataDir = copyOf(size);
  const cookie = await signIn(dataDir);
  const server = await startProduct(dataDir);
  const bare = await run(['scripts/bench/bare.ts', `${copyOf(size)}/tagline.db`]);
  const same = {
    name: 'bare route, same bytes from a prepared statement',
    rate: () => rate(bare, () => get('/bytes'), 200),
  };
  const thin = {
    name: 'bare route, fifty rows, for anybody',
    rate: () => rate(bare, () => get('/page'), 200),
  };
  const keepBytes = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    await fetch(`${bare.url}/bytes`, { method: 'PUT', body: await answer.arrayBuffer() });
    return answer.headers.get('etag') ?? '';
  };

  const etag = await keepBytes(PAGE);
  await compare(
    { name: 'Newest 50, read again', size, atLeast: 0.5 },
    () => rate(server, () => get(PAGE, { cookie }), 200),
    same,
  );
  await compare(
    { name: 'Newest 50, composed anew', size },
    () => rate(server, () => get(fresh(PAGE), { cookie }), 200),
    thin,
  );
  const tag = '/api/messages/tag/food?limit=50';
  await compare(
    { name: '50 of a tag, composed anew', size },
    () => rate(server, () => get(fresh(tag), { cookie }), 200),
    thin,
  );
  await keepBytes(LISTS);
  await compare(
    { name: "The dashboard's two lists, read again", size },
    () => rate(server, () => get(LISTS, { cookie }), 200),
    same,
  );
  await compare(
    { name: "The dashboard's two lists, composed anew", size },
    () => rate(server, () => get(fresh(LISTS), { cookie }), 200),
    same,
  );
  await compare(
    { name: 'A poll with news (web app)', size },
    () => rate(server, () => get(fresh(POLL), { cookie }), 200),
    thin,
  );
  for (const [way, path] of [
    ['REST', PAGE],
    ['web app', POLL],
  ] as const) {
    const unchanged = () => get(path, { cookie, 'if-none-match': etag });
    await compare(
      { name: `Unchanged poll (${way})`, size, atLeast: 0.8 },
      () => rate(server, unchanged, 304),
      { name: 'bare route, same request', rate: () => rate(bare, unchanged, 200) },
    );
  }
  for (const [name, query] of [
    ['a rare word', 'umbrella'],
    ['a common word', 'you'],
  ] as const) {
    const path = `/api/messages/search?q=${query}&limit=50`;
    await keepBytes(path);
    await compare(
      { name: `Search for ${name}`, size },
      () => rate(server, () => get(fresh(path), { cookie }), 200),
      same,
    );
  }
  note({ name: 'Memory after that load', size, ours: memoryMb(server.pid) ?? 0, unit: 'MB' });
  await bare.stop();
  await server.stop();
}

/** What a page costs with the most messages, by its rate with the fewest. */
export async function growth(least: number, most: number) {
  const [few, many] = await Promise.all(
    [least, most].map(async (size) => {
      const dataDir = copyOf(size);
      const cookie = await signIn(dataDir);
      const server = await startProduct(dataDir);
      return { server, rate: () => rate(server, () => get(fresh(PAGE), { cookie }), 200) };
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

import { getRequest, responseReader } from './load';

/** The polls of an open page of the web app, as `web/messages/feed/use-messages.ts` makes them. */
const LISTS = 'boards.tagsWithCounts,boards.sharedWithCounts';
export const listsPath = () => `/trpc/${LISTS}?batch=1&input=%7B%7D`;
/** `after` comes from the answer to the previous poll. */
export const pagePath = (after?: string) => pathOf('messages.polledPage', after);
export const pageAndListsPath = (after?: string) => pathOf(`messages.polledPage,${LISTS}`, after);

const pathOf = (calls: string, after?: string) =>
  `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { limit: 40, after } }))}`;

/** The first digit of the status of an answer that has a body. */
const TWO = '2'.charCodeAt(0);

type PathOf = (after?: string) => string;

export const afterIn = (json: string): string | undefined => /"after":"([^"]*)"/.exec(json)?.[1];

/** Each poll sends the ETag of the one before, and waits until the connection is free. */
export async function openPoller(url: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(url);
  const etags = new Map<PathOf, { path: string; etag: string }>();
  const readAnswer = responseReader();
  let chunks: Buffer[] = [];
  let onAnswer = (_: Buffer) => {};
  let queue: Promise<unknown> = Promise.resolve();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        const status = readAnswer(chunk);
        if (chunks.length > 0 || chunk[9] === TWO) chunks.push(Buffer.from(chunk));
        if (status === null) return;
        onAnswer(Buffer.concat(chunks));
        chunks = [];
      },
    },
  });

  async function ask(pathOf: PathOf): Promise<string> {
    const { path, etag } = etags.get(pathOf) ?? { path: pathOf(), etag: '' };
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    onAnswer = resolve;
    const known = etag && { 'if-none-match': etag };
    socket.write(getRequest(path, { ...headers, ...known }));
    const answer = await promise;
    if (answer.length === 0) return '';
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.toString('latin1', 0, end);
    const body = new Uint8Array(answer.subarray(end + 4));
    const bytes = /\r\ncontent-encoding: zstd/i.test(head) ? Bun.zstdDecompressSync(body) : body;
    const json = Buffer.from(bytes).toString();
    const next = pathOf(afterIn(json));
    // an ETag belongs to the path of its request
    const newEtag = next === path ? (/\r\netag: (\S+)/i.exec(head)?.[1] ?? '') : '';
    etags.set(pathOf, { path: next, etag: newEtag });
    return json;
  }

  return {
    poll(pathOf: PathOf): Promise<string> {
      const answer = queue.then(() => ask(pathOf));
      queue = answer;
      return answer;
    },
    close: () => socket.end(),
  };
}

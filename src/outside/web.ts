import { Resolver, setServers } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import zlib from 'node:zlib';
import { AddressRefused, checkAddress, hostOf, parseAddress, parseAllowList } from './guard';

/** The IP addresses of a host name. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** Something that was on the web. `url` is where it was found after redirects; `type` is what its server calls it. */
export type Fetched = { url: string; type: string; charset: string | undefined; bytes: Buffer<ArrayBuffer> };

/** Why there is nothing: not called at all, not answered, or not what was asked for. */
export class FetchFailed extends Error {
  override name = 'FetchFailed';
  constructor(
    readonly kind: 'refused' | 'failed' | 'unsuitable',
    message: string,
  ) {
    super(message);
  }
}

/** `enough`: the beginning will do, up to there; else all of it is needed. */
type Kind = { accept: string; types: RegExp; max: number; enough?: string };

/** What may be asked for: its types, and its greatest size after decompression in bytes. */
const KINDS = {
  page: {
    accept: 'text/html,application/xhtml+xml',
    types: /^(text\/html|application\/xhtml\+xml)$/,
    max: 512 * 1024,
    enough: '</head>',
  },
  // what a server calls an image is not believed anyway: the decoder looks at the bytes
  image: {
    accept: 'image/*',
    types: /^(image\/.+|application\/octet-stream|binary\/octet-stream|)$/,
    max: 5 * 1024 * 1024,
  },
  // a link straight to a picture, where a page was expected
  photo: { accept: 'image/*', types: /^image\/.+$/, max: 5 * 1024 * 1024 },
  json: {
    accept: 'application/json',
    types: /^(application|text)\/(.+\+)?json$/,
    max: 64 * 1024,
  },
} satisfies Record<string, Kind>;

export type WebKind = keyof typeof KINDS;

const WITHIN_MS = 5_000;
const ANSWERS_MAX = 32;
const ADDRESSES_TRIED = 3;
const REDIRECTS_MAX = 5;
const HEADERS_MAX = 16 * 1024;
const PARALLEL = 8;
/** Milliseconds between the beginnings of two visits: a rush of links leaves most of our time to everybody else. */
const APART_MS = 10;
const USER_AGENT = 'Mozilla/5.0 (compatible; TaglinePreview/1.0; link preview)';

type Options = {
  /** PREVIEW_ALLOW. */
  allow?: readonly string[];
  /** Tests script the DNS and stand their servers on other ports; nothing in the environment can. */
  resolve?: ResolveHost;
  ports?: readonly number[];
  /** Milliseconds for one visit. */
  within?: number;
};

export type Web = ReturnType<typeof createWeb>;

/** Fetches one of these kinds. Throws a FetchFailed. */
export type Get = (address: string, ...kinds: WebKind[]) => Promise<Fetched>;

/**
 * The one way to an address that a person gave (design 11). Every hop is judged anew, and the connection goes to
 * the very IP address that was judged: no name is resolved twice. No cookies, no proxies, at most eight at a time.
 */
export function createWeb({
  allow = [],
  resolve = systemResolve,
  ports = [80, 443],
  within = WITHIN_MS,
}: Options = {}) {
  const allowed = parseAllowList(allow);
  const places = waitingRoom(PARALLEL);

  /** One visit: all it gets, a page and its picture, within five seconds of when its turn has come. */
  async function visit<T>(errand: (get: Get) => Promise<T>): Promise<T> {
    return places.enter(() =>
      timed(within, (deadline) =>
        errand(async (address, ...kinds) => {
          try {
            return await Promise.race([follow(address, kinds, deadline.signal), deadline.passed]);
          } catch (error) {
            if (error instanceof FetchFailed) throw error;
            const { message } = error as Error;
            throw new FetchFailed(error instanceof AddressRefused ? 'refused' : 'failed', message);
          }
        }),
      ),
    );
  }

  async function follow(address: string, kinds: readonly WebKind[], deadline: AbortSignal): Promise<Fetched> {
    let url = parseAddress(address, allowed);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const response = await call(url, await addressesOf(url), kinds, deadline);
      try {
        const { statusCode = 0, headers } = response;
        if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
          url = parseAddress(redirected(headers.location, url), allowed);
          continue;
        }
        if (statusCode !== 200) throw new FetchFailed('failed', `answered ${statusCode}`);
        return await read(response, url, kinds);
      } finally {
        response.destroy();
      }
    }
    throw new FetchFailed('failed', 'too many redirects');
  }

  /** The addresses of a URL's host, all of them judged: one bad answer among good ones refuses the host. */
  async function addressesOf(url: URL): Promise<string[]> {
    const host = hostOf(url);
    const answers = isIP(host) ? [host] : await resolve(host);
    if (answers.length === 0 || answers.length > ANSWERS_MAX)
      throw new AddressRefused(`${answers.length} addresses`);
    for (const ip of answers) checkAddress(url, ip, allowed, ports);
    return answers.sort((a, b) => isIP(a) - isIP(b)).slice(0, ADDRESSES_TRIED);
  }

  return {
    visit,
    get: ((...asked) => visit((get) => get(...asked))) as Get,
    /** How many wait for their turn. */
    waiting: places.waiting,
  };
}

/** By c-ares: the system's own function keeps a thread waiting, and those few read files and draw pictures, too. */
const systemResolve: ResolveHost = async (host) => {
  try {
    return (await Bun.dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address);
  } catch (error) {
    // it has read once which name servers to ask, and the network may have changed since
    setServers(new Resolver().getServers());
    throw error;
  }
};

/** Asks the first of these addresses that can be reached. */
async function call(
  url: URL,
  addresses: string[],
  kinds: readonly WebKind[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let failure: unknown;
  for (const ip of addresses)
    try {
      return await request(url, ip, kinds, signal);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function request(url: URL, ip: string, kinds: readonly WebKind[], signal: AbortSignal) {
  const secure = url.protocol === 'https:';
  const host = hostOf(url);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (secure ? https : http).request({
      host: ip,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      // the certificate must be the name's, though the connection is to its address
      ...(secure && !isIP(host) && { servername: host }),
      agent: false,
      maxHeaderSize: HEADERS_MAX,
      signal,
      headers: {
        host: url.host,
        accept: [...kinds.map((kind) => KINDS[kind].accept), '*/*;q=0.1'].join(','),
        'accept-encoding': 'gzip', // a brotli decoder may take 16 MB for itself
        'accept-language': 'en,*;q=0.5',
        'user-agent': USER_AGENT,
      },
    });
    request.on('response', resolve);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('switched protocols'));
    });
    request.on('error', reject); // stays on: what fails after the answer must not be uncaught
    request.end();
  });
}

/** Reads a body up to its kind's limit, counted after decompression, so that a bomb is as harmless as a long page. */
async function read(response: IncomingMessage, url: URL, kinds: readonly WebKind[]): Promise<Fetched> {
  const [type = '', parameters = ''] = (response.headers['content-type'] ?? '').toLowerCase().split(/;(.*)/);
  const kind = kinds.map((name): Kind => KINDS[name]).find(({ types }) => types.test(type.trim()));
  if (!kind) throw new FetchFailed('unsuitable', `a ${type}`);
  return {
    url: url.href,
    type: type.trim(),
    charset: /charset="?([\w-]+)/.exec(parameters)?.[1],
    bytes: await gather(decoded(response), kind),
  };
}

async function gather(
  body: AsyncIterable<Buffer<ArrayBuffer>>,
  { max, enough }: Kind,
): Promise<Buffer<ArrayBuffer>> {
  const room = Buffer.allocUnsafeSlow(max); // only what is written to takes memory
  let size = 0;
  for await (const chunk of body) {
    const before = size;
    size += chunk.copy(room, size);
    freeBytes(chunk);
    if (enough) {
      const end = room.subarray(0, size).indexOf(enough, Math.max(0, before - enough.length));
      if (end >= 0) return Buffer.from(room.buffer.transfer(end));
    }
    if (size < max) continue;
    if (!enough) throw new FetchFailed('unsuitable', `larger than ${max} bytes`);
    break;
  }
  return Buffer.from(room.buffer.transfer(size));
}

/**
 * Gives back at once what bytes take that nobody reads any more; they are empty then. Left to the garbage collector,
 * a rush of pages would lie about for tens of megabytes.
 */
export function freeBytes(bytes: Buffer<ArrayBuffer>): void {
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

function decoded(response: IncomingMessage): AsyncIterable<Buffer<ArrayBuffer>> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (!/^(x-)?gzip$/.test(encoding)) throw new FetchFailed('unsuitable', `encoded as ${encoding}`);
  const decoder = zlib.createGunzip();
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function redirected(header: string, from: URL): string {
  // headers come as Latin-1; what servers leave in them unencoded is UTF-8
  const location = Buffer.from(header, 'latin1').toString();
  if (!URL.canParse(location, from.href)) throw new AddressRefused('not an address');
  return new URL(location, from).href;
}

/** `passed` fails when the time is up: not everything that is waited for heeds a signal. */
type Deadline = { signal: AbortSignal; passed: Promise<never> };

/** Work with a deadline, of which nothing is held on to once it is done. */
async function timed<T>(milliseconds: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  passed.catch(() => {});
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
    reject(new Error('took too long'));
  }, milliseconds);
  try {
    return await work({ signal: stop.signal, passed });
  } finally {
    clearTimeout(timer);
  }
}

/** At most `places` are inside at a time, and come in one by one; the others wait in order. */
function waitingRoom(places: number) {
  let free = places;
  let last = Number.NEGATIVE_INFINITY;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    async enter<T>(visit: () => Promise<T>): Promise<T> {
      if (free > 0) free--;
      else await new Promise<void>((come) => queue.push(come));
      try {
        const now = performance.now();
        last = Math.max(now, last + APART_MS);
        if (last > now) await Bun.sleep(last - now);
        return await visit();
      } finally {
        const next = queue.shift();
        if (next) next();
        else free++;
      }
    },
  };
}

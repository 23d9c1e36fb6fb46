import { Resolver, setServers } from 'node:dns';
import { isIP } from 'node:net';
import { parseAllowList } from '../app/config/allow-list';
import type { Answered, ContentKind, Fetched, GetContent, Posted, Web } from '../app/web';
import { AddressRefused, checkAddress, hostOf, isAllowed, parseAddress } from './guard';
import { acceptHeader, FetchFailed, readBody } from './web-content';
import { withDeadline } from './web-deadline';
import { createVisitQueue } from './web-queue';

const VISIT_MS = 5_000;
/** So long a receiver of webhooks may take. */
const HOOK_MS = 15_000;
const REDIRECTS_MAX = 5;
const RESOLVED_MAX = 32;
const TRIED_MAX = 3;
const ANSWER_BYTES_MAX = 1024 * 1024;
const USER_AGENT = 'Mozilla/5.0 (compatible; TaglinePreview/1.0; link preview)';

export type ResolveHost = (host: string) => Promise<string[]>;

type Options = {
  allow?: readonly string[];
  hooks?: readonly string[];
  // The options `resolve`, `ports` and `siteMs` are set only by tests. No setting of the operator changes
  // them.
  resolve?: ResolveHost;
  ports?: readonly number[];
  siteMs?: number;
  within?: number;
  ca?: string | undefined;
};

/**
 * Every redirect is checked like the first address. A connection goes to the same IP address that was
 * checked, because a second look-up of the name could give another IP address. No cookies and no proxies are
 * used.
 */
export function createWeb({
  allow = [],
  hooks = [],
  resolve = resolveWithCares,
  ports = [80, 443],
  within = VISIT_MS,
  siteMs,
  ca,
}: Options = {}): Web {
  const allowed = parseAllowList(allow);
  const allowedHooks = parseAllowList(hooks);
  const queue = createVisitQueue(siteMs);

  /** All contents that `task` gets, such as a page and its picture, share one time limit. */
  async function visit<T>(
    address: string,
    person: number | null,
    task: (get: GetContent) => Promise<T>,
  ): Promise<T> {
    const site = URL.canParse(address) ? new URL(address).hostname : '';
    return queue.run({ site, person }, () =>
      withDeadline(within, ({ signal, expired }) =>
        task(async (address, ...kinds) => {
          try {
            return await Promise.race([follow(address, kinds, signal, site), expired]);
          } catch (error) {
            throw toFetchFailed(error);
          }
        }),
      ),
    );
  }

  async function follow(
    address: string,
    kinds: readonly ContentKind[],
    signal: AbortSignal,
    visitedSite: string,
  ): Promise<Fetched> {
    let url = parseAddress(address, allowed);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const fetched =
        url.hostname === visitedSite
          ? await fetchOnce(url, kinds, signal)
          : await queue.runAt(url.hostname, signal, () => fetchOnce(url, kinds, signal));
      if (!(fetched instanceof URL)) return fetched;
      url = fetched;
    }
    throw new FetchFailed('failed', 'too many redirects');
  }

  async function fetchOnce(
    url: URL,
    kinds: readonly ContentKind[],
    signal: AbortSignal,
  ): Promise<Fetched | URL> {
    const response = await requestFirst(url, await resolveChecked(url), {
      headers: headersFor(kinds),
      signal,
      ca,
    });
    try {
      const { statusCode = 0, headers } = response;
      if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined)
        return parseAddress(redirectTarget(headers.location, url), allowed);
      if (statusCode !== 200) throw new FetchFailed('failed', `answered ${statusCode}`);
      return await readBody(response, url, kinds);
    } finally {
      response.destroy();
    }
  }

  async function resolveChecked(url: URL, allowList = allowed): Promise<string[]> {
    const host = hostOf(url);
    const ips = isIP(host) ? [host] : await resolve(host);
    if (ips.length === 0 || ips.length > RESOLVED_MAX) throw new AddressRefused(`${ips.length} addresses`);
    for (const ip of ips) checkAddress(url, ip, allowList, ports);
    return ips.sort((a, b) => isIP(a) - isIP(b)).slice(0, TRIED_MAX);
  }

  const post = (address: string, what: Posted) =>
    postWithin(within, what, async () => {
      const url = parsePostAddress(address);
      return { url, ips: await resolveChecked(url) };
    });

  /** To a receiver of webhooks. */
  const call = (address: string, what: Posted) =>
    postWithin(HOOK_MS, what, async () => {
      const url = parseCallAddress(address);
      const ips = await resolveChecked(url, allowedHooks);
      if (url.protocol === 'http:' && !ips.every((ip) => isAllowed(url, ip, allowedHooks)))
        throw new AddressRefused(`scheme ${url.protocol}`);
      return { url, ips };
    });

  /** Follows no redirect, and reads no body. */
  async function postWithin(
    within: number,
    what: Posted,
    find: () => Promise<{ url: URL; ips: string[] }>,
  ): Promise<Answered> {
    return withDeadline(within, async ({ signal, expired }) => {
      const send = async () => {
        const { url, ips } = await find();
        return requestFirst(url, ips, { method: 'POST', ...what, signal, ca });
      };
      try {
        const response = await Promise.race([send(), expired]);
        response.destroy();
        const { statusCode = 0, headers } = response;
        return { status: statusCode, retryAfter: readRetryAfter(headers['retry-after']) };
      } catch (error) {
        throw toFetchFailed(error);
      }
    });
  }

  async function request(
    address: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: Uint8Array },
  ) {
    return withDeadline(within, async ({ signal, expired }) => {
      const send = async () => {
        const url = parseAddress(address, allowed);
        const response = await requestFirst(url, await resolveChecked(url), {
          ...{ method, headers, body, signal, ca },
        });
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of response) {
          size += chunk.length;
          if (size > ANSWER_BYTES_MAX) throw new FetchFailed('unsuitable', 'a long answer');
          chunks.push(chunk);
        }
        const { 'content-type': type = '' } = response.headers;
        const { statusCode = 0 } = response;
        return { status: statusCode, headers: { 'content-type': type }, body: Buffer.concat(chunks) };
      };
      try {
        return await Promise.race([send(), expired]);
      } catch (error) {
        throw toFetchFailed(error);
      }
    });
  }

  /** Throws AddressRefused unless its scheme is https (RFC 8030, section 2). */
  function parsePostAddress(address: string): URL {
    const url = parseAddress(address, allowed);
    if (url.protocol !== 'https:') throw new AddressRefused(`scheme ${url.protocol}`);
    return url;
  }

  /** What of it can be told without asking for the addresses of the host. */
  function parseCallAddress(address: string): URL {
    const url = parseAddress(address, allowedHooks);
    if (isIP(hostOf(url))) checkAddress(url, hostOf(url), allowedHooks, ports);
    if (url.protocol === 'http:' && hooks.length === 0) throw new AddressRefused(`scheme ${url.protocol}`);
    return url;
  }

  const isTaken = (parse: (address: string) => URL) => (address: string) => {
    try {
      return parse(address) !== null;
    } catch {
      return false;
    }
  };

  return {
    visit,
    post,
    request,
    mayPost: isTaken(parsePostAddress),
    call,
    mayCall: isTaken(parseCallAddress),
    get: (person: number | null, address: string, ...kinds: ContentKind[]): Promise<Fetched> =>
      visit(address, person, (get) => get(address, ...kinds)),
    isFull: queue.isFull,
  };
}

function toFetchFailed(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  return new FetchFailed(error instanceof AddressRefused ? 'refused' : 'failed', (error as Error).message);
}

const headersFor = (kinds: readonly ContentKind[]) => ({
  accept: acceptHeader(kinds),
  'accept-encoding': 'gzip', // not br: one brotli decoder may take 16 MB
  'accept-language': 'en,*;q=0.5',
  'user-agent': USER_AGENT,
});

// Returns the milliseconds to wait according to a `Retry-After` header, which has seconds or a date (RFC
// 9110, section 10.2.3).
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function redirectTarget(header: string, from: URL): string {
  // Node decodes headers as Latin-1, but some servers put unencoded UTF-8 into them
  const location = Buffer.from(header, 'latin1').toString();
  if (!URL.canParse(location, from.href)) throw new AddressRefused('not an address');
  return new URL(location, from).href;
}

/** The modules for requests take a part of the time that the server needs to start. */
const requestFirst: typeof import('./web-request').requestFirst = async (...request) =>
  (await import('./web-request')).requestFirst(...request);

/** The resolver of the system would block one of the few threads that also read files and decode pictures. */
const resolveWithCares: ResolveHost = async (host) => {
  try {
    return (await Bun.dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address);
  } catch (error) {
    // c-ares reads the list of name servers only once, and the network may have changed since then
    setServers(new Resolver().getServers());
    throw error;
  }
};

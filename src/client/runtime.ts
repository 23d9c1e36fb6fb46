/** The whole of `@tagline/client` (docs/product/client.md: Package), so it imports nothing and runs anywhere. */

export type Call = { input: unknown; answer: unknown };

export type Options = {
  url: string;
  /** Without a token, a browser sends its own cookies, and other programs the `cookie` given here. */
  token?: string;
  cookie?: string;
  /** How often a call that may be repeated is tried again if its answer is lost. */
  retries?: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

export type Init = { signal?: AbortSignal; headers?: Record<string, string> };

export type LiveEvent =
  /** The socket is open: fetch what has come while it was not. */
  | { type: 'OPEN' }
  /** Fetch at a random time within the milliseconds `within`. */
  | { type: 'NEW_MESSAGE'; tags: string[]; within: number }
  /** Nothing was heard for a while, or there are no sockets here. */
  | { type: 'QUIET' };

/** What the server has refused, with its sentence. `status` is 0 if it could not be reached. */
export class TaglineError extends Error {
  override name = 'TaglineError';
  readonly status: number;
  readonly code: string;
  readonly reason: string | null;
  /** Seconds to wait, after 429 and 503. */
  readonly retryAfter: number | null;

  constructor(message: string, about: { status: number; code: string } & Partial<TaglineError>) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.status = about.status;
    this.code = about.code;
    this.reason = about.reason ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}

type InputOf<C extends Call> = unknown extends C['input']
  ? [input?: object, init?: Init]
  : Record<never, never> extends C['input']
    ? [input?: C['input'], init?: Init]
    : [input: C['input'], init?: Init];

export type Client<Calls extends Record<keyof Calls, Call>> = {
  readonly url: string;
  /** Makes a call by its route, such as `GET /api/messages`. Throws a TaglineError if it is refused. */
  call<R extends keyof Calls & string>(route: R, ...input: InputOf<Calls[R]>): Promise<Calls[R]['answer']>;
  /** For files: the answer as it comes. */
  open<R extends keyof Calls & string>(route: R, ...input: InputOf<Calls[R]>): Promise<Response>;
  /** Goes on until `signal` aborts it, and connects again after a break. Throws once the sign-in is over. */
  events(init?: Init & { quietMs?: number }): AsyncGenerator<LiveEvent, void, undefined>;
};

/** Their input may have an `idempotencyKey`; it gets one, so that the call can be repeated. */
const KEYED = ['POST /api/messages', 'POST /api/reminders'];
const GONE = [502, 503, 504];
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
const QUIET_MS = 20_000;
const SIGNED_OUT = 1000;

export function createClient<Calls extends Record<keyof Calls, Call>>(options: Options): Client<Calls> {
  const url = options.url.replace(/\/+$/, '');
  const { token, cookie, retries = 2 } = options;
  const send = options.fetch ?? ((address, init) => fetch(address, init));

  async function open(
    route: string,
    input: object = {},
    { signal, headers: more }: Init = {},
  ): Promise<Response> {
    const given = KEYED.includes(route) ? { idempotencyKey: crypto.randomUUID(), ...input } : input;
    const { address, init, mayRepeat } = toRequest(url, route, given);
    const headers = {
      ...init.headers,
      ...more,
      accept: 'application/json, */*',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    };
    for (let tries = 1; ; tries++) {
      try {
        const response = await send(address, { ...init, headers, ...(signal && { signal }) });
        if (response.ok) return response;
        throw await refusalOf(response);
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = thrown instanceof TaglineError ? thrown : unreachable(url, thrown);
        const isGone = error.status === 0 || GONE.includes(error.status);
        if (!mayRepeat || !isGone || tries > retries) throw error;
        await wait(Math.min(waitOf(tries), (error.retryAfter ?? 60) * 1000), signal);
      }
    }
  }

  async function call(route: string, input?: object, init?: Init): Promise<unknown> {
    const response = await open(route, input, init);
    try {
      return await response.json();
    } catch (cause) {
      init?.signal?.throwIfAborted();
      const message = `${url} does not answer as Tagline does. Is the address right?`;
      throw new TaglineError(message, { status: response.status, code: 'answer_unreadable', cause });
    }
  }

  async function* events({ signal, quietMs = QUIET_MS }: Init & { quietMs?: number } = {}) {
    for (let failures = 0; !signal?.aborted; failures++) {
      try {
        const session = (await call('GET /api/auth/session', {}, { signal })) as { authenticated: boolean };
        if (!token && !session.authenticated)
          throw new TaglineError('Please sign in.', { status: 401, code: 'unauthorized' });
        for await (const event of eventsOfSocket(url, { token, cookie, signal, quietMs })) {
          if (event.type === 'OPEN') failures = 0;
          yield event;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof TaglineError && [401, 403].includes(error.status)) throw error;
      }
      await wait(waitOf(failures + 1), signal).catch(() => {});
    }
  }

  return { url, call, open, events } as Client<Calls>;
}

const unreachable = (url: string, cause: unknown) =>
  new TaglineError(`${url} cannot be reached.`, { status: 0, code: 'offline', cause });

const waitOf = (tries: number) => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    if (signal?.aborted) return failed(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function toRequest(url: string, route: string, input: object) {
  const [method = 'GET', path = '/'] = route.split(' ');
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const isRead = method === 'GET';
  const query = new URLSearchParams(isRead ? fields.map(([name, value]) => [name, String(value)]) : []);
  const address = `${url}${filled}${query.size > 0 ? `?${query}` : ''}`;
  const mayRepeat = isRead || typeof rest.idempotencyKey === 'string';
  if (isRead || fields.length === 0) return { address, init: { method }, mayRepeat };
  if (!fields.some(([, value]) => [value].flat()[0] instanceof Blob)) {
    const headers = { 'content-type': 'application/json' };
    return { address, init: { method, headers, body: JSON.stringify(rest) }, mayRepeat };
  }
  const body = new FormData();
  for (const [name, value] of fields)
    for (const part of [value].flat()) body.append(name, part instanceof Blob ? part : String(part));
  return { address, init: { method, body }, mayRepeat };
}

async function refusalOf(response: Response): Promise<TaglineError> {
  const { status, statusText, headers } = response;
  const problem = await response.json().catch(() => ({}));
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new TaglineError(problem.message ?? `The server answers ${status} ${statusText}`.trim(), {
    status,
    code: problem.code ?? 'unknown',
    reason: problem.reason,
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
  });
}

/** Ends when the socket does. Where none can be opened, such as with a token in a browser, it only waits. */
async function* eventsOfSocket(
  url: string,
  { token, cookie, signal, quietMs }: Pick<Options, 'token' | 'cookie'> & Init & { quietMs: number },
): AsyncGenerator<LiveEvent, void, undefined> {
  const waiting: LiveEvent[] = [];
  let isOver = false;
  let wake = () => {};
  const tell = (event: LiveEvent) => {
    waiting.push(event);
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  const socket = openSocket(url.replace(/^http/, 'ws'), token, cookie);
  if (!socket) tell({ type: 'OPEN' });
  socket?.addEventListener('open', () => tell({ type: 'OPEN' }));
  socket?.addEventListener('message', ({ data }) => tell(JSON.parse(String(data))));
  socket?.addEventListener('close', end);
  signal?.addEventListener('abort', end, { once: true });
  try {
    while (!isOver || waiting.length > 0) {
      const event = waiting.shift();
      if (event) {
        yield event;
        continue;
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((done) => {
        wake = done;
        timer = setTimeout(() => tell({ type: 'QUIET' }), quietMs);
      });
      clearTimeout(timer);
    }
  } finally {
    signal?.removeEventListener('abort', end);
    socket?.close(SIGNED_OUT);
  }
}

type WithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** A browser's socket has the cookies of its page, and takes no other headers. */
function openSocket(url: string, token?: string, cookie?: string): WebSocket | null {
  if (typeof WebSocket === 'undefined') return null;
  const isBrowser = typeof document !== 'undefined';
  if (isBrowser && token) return null;
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) };
  const address = `${url}/ws/messages`;
  return isBrowser ? new WebSocket(address) : new (WebSocket as unknown as WithHeaders)(address, { headers });
}

export type Answer<T = unknown> = { status: number; headers: Headers; text: string; body: T };

export type Cookies = Map<string, string>;

export type Client = ReturnType<typeof connect>;

export function connect(url: string, { cookies = new Map() as Cookies, before = async () => {} } = {}) {
  async function send<T = unknown>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    await before();
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', cookieOf({ cookies }));
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) store(cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  }

  function store(cookie: string) {
    const { name, value, maxAge } = Bun.Cookie.parse(cookie);
    if (maxAge === 0 || value === '') cookies.delete(name);
    else cookies.set(name, value);
  }

  const write =
    (method: string) =>
    <T = unknown>(path: string, body?: unknown) =>
      send<T>(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });

  return {
    cookies,
    send,
    get: <T = unknown>(path: string, headers: Record<string, string> = {}) => send<T>(path, { headers }),
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  };
}

/** Sends a body as it is, as JSON unless `headers` name another type. */
export const sendBody = <T = unknown>(
  client: Pick<Client, 'send'>,
  path: string,
  body?: BodyInit,
  { method = 'POST', headers = {} as Record<string, string> } = {},
) => client.send<T>(path, { method, headers: { 'content-type': 'application/json', ...headers }, body });

export const cookieOf = ({ cookies }: { cookies: Cookies }): string =>
  [...cookies].map((cookie) => cookie.join('=')).join('; ');

/** Returns a client with the same cookies, as of a thief. */
export const copyOf = (url: string, { cookies }: { cookies: Cookies }): Client =>
  connect(url, { cookies: new Map(cookies) });

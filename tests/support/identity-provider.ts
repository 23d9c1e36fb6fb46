import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Client, type Cookies, connect } from './client';

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

type People = Record<string, Record<string, unknown>>;

const CLIENT = { client_id: 'tagline', client_secret: 'secret of the client' };
const BACKCHANNEL = 'http://schemas.openid.net/event/backchannel-logout';

for (const kind of ['info', 'warn'] as const) {
  const write = console[kind].bind(console);
  console[kind] = (...words) => void (String(words[0]).includes('oidc-provider ') || write(...words));
}

export type Finished = {
  signedIn: { user: { phoneNumber: string } } | null;
  unconnected: string | null;
  message?: string;
};

/** Goes from the login page of our server to the provider and back. */
export async function come(
  { visit }: Pick<IdentityProvider, 'visit'>,
  browser: Client,
  login: string | null,
  cookies?: Cookies,
) {
  const { body } = await browser.post<{ url: string }>('/api/auth/provider');
  const answer = Object.fromEntries(await visit(body.url, login, cookies));
  return { browser, answer, ...(await browser.post<Finished>('/api/auth/provider/session', answer)) };
}

/** A real provider (https://github.com/panva/node-oidc-provider). `people` are the claims of each login. */
export async function startIdentityProvider(people: People = {}) {
  // imported only now, because its import prints a warning about Bun, too
  const { default: Provider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  let answer: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' };

  return {
    issuer,
    people,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: 'Authelia',
      OIDC_SCOPES: 'openid profile phone groups',
      OIDC_OPERATORS: 'groups:tagline-admins',
    },
    /** Registers the server, whose address is known only after it has started with `env`. */
    register({ publicUrl, url = publicUrl }: { publicUrl: string; url?: string }) {
      const provider = new Provider(issuer, {
        jwks: { keys: [jwk] },
        clients: [
          {
            ...CLIENT,
            redirect_uris: [`${publicUrl}/login`],
            backchannel_logout_uri: `${url}/oidc/logout`,
            backchannel_logout_session_required: true,
          },
        ],
        claims: {
          profile: ['preferred_username'],
          phone: ['phone_number', 'phone_number_verified'],
          groups: ['groups'],
        },
        features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
        fetch: (address: string, request: RequestInit) => fetch(address, request),
        findAccount: (_: unknown, login: string) => ({
          accountId: login,
          claims: () => ({ sub: login, preferred_username: `${login}@example.org`, ...people[login] }),
        }),
      });
      answer = provider.callback();
    },
    /** Does what the person does in the browser. Returns where it is sent back to. Without a login, the person cancels. */
    async visit(
      address: string,
      login: string | null,
      cookies: Cookies = new Map(),
    ): Promise<URLSearchParams> {
      const browser = connect('', { cookies });
      let page = await browser.get(address);
      for (;;) {
        const to = page.headers.get('location');
        if (to) {
          const next = new URL(to, issuer);
          if (next.origin !== issuer) return next.searchParams;
          page = await browser.get(next.href);
          continue;
        }
        const form = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
        const body = new URLSearchParams({ prompt, login: login ?? '', password: 'x' });
        page = await (login === null
          ? browser.get(`${form}/abort`)
          : browser.send(form, { method: 'POST', body }));
      }
    },
    /** Logs out at the provider, which tells the server of it before it answers. */
    async logOut(cookies: Cookies) {
      const browser = connect('', { cookies });
      const { text } = await browser.get(`${issuer}/session/end`);
      const xsrf = /name="xsrf" value="(\w+)"/.exec(text)?.[1] ?? '';
      await browser.send(`${issuer}/session/end/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      });
    },
    logoutToken: (
      claims: Record<string, unknown>,
      seconds = Math.floor(Date.now() / 1000),
      key = privateKey,
    ) =>
      new SignJWT({
        ...{ iss: issuer, aud: CLIENT.client_id, jti: crypto.randomUUID(), iat: seconds, exp: seconds + 120 },
        ...{ events: { [BACKCHANNEL]: {} }, ...claims },
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
        .sign(key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

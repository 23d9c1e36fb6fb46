import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { AccessToken } from '../../../src/contract/tokens';
import { deleteUnusedPrograms } from '../../../src/people/auth/programs';
import { ann } from '../../support/cast';
import { DAY, HOUR } from '../../support/clock';
import type { TestServer } from '../../support/server';
import { test } from '../../support/server-test';

const BACK = 'http://127.0.0.1:4711/back';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const DOCUMENT = 'https://assistant.example/client.json';

type Tokens = {
  access_token: string;
  refresh_token: string;
  error?: string;
  expires_in: number;
  scope: string;
};
type Allowed = { redirectTo: string; message: string };

const post = async <T>(server: TestServer, path: string, form: Record<string, string>) => {
  const response = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json().catch(() => null)) as T };
};

const register = async (server: TestServer, redirect_uris: string[] = [BACK], client_name = 'Assistant') =>
  server.stranger().post<{ client_id: string }>('/oauth/register', { redirect_uris, client_name });

const requestOf = (client_id: string, more: Record<string, string> = {}) => ({
  ...{ client_id, redirect_uri: BACK, response_type: 'code', code_challenge: CHALLENGE },
  ...{ code_challenge_method: 'S256', state: 'mine', ...more },
});

async function allow(server: TestServer, client_id: string, more: object = {}) {
  const { status, body } = await server
    .as(ann)
    .post<Allowed>('/api/programs', { ...requestOf(client_id), granted: 'write', ...more });
  return { status, message: body.message, query: new URL(body.redirectTo ?? 'x:').searchParams };
}

async function letIn(server: TestServer, more: object = {}) {
  const { client_id } = (await register(server)).body;
  const code = (await allow(server, client_id, more)).query.get('code')!;
  const redeem = (change: Record<string, string> = {}) =>
    post<Tokens>(server, '/oauth/token', {
      ...{ grant_type: 'authorization_code', code, client_id, redirect_uri: BACK, code_verifier: VERIFIER },
      ...change,
    });
  const refresh = (refresh_token: string) =>
    post<Tokens>(server, '/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id });
  return { client_id, redeem, refresh };
}

const status = async (server: TestServer, token: string, path = '/api/messages') =>
  (await server.stranger().get(path, { authorization: `Bearer ${token}` })).status;

const tokensOf = async (server: TestServer) => (await server.as(ann).get<AccessToken[]>('/api/tokens')).body;

/** The person who reads the page and allows it; the page itself is shown in tests/browser. */
function providerOf(server: TestServer, more: Partial<OAuthClientProvider> = {}) {
  const kept = {} as Record<string, never>;
  let answer = new URLSearchParams();
  const provider: OAuthClientProvider = {
    redirectUrl: BACK,
    clientMetadata: { client_name: 'SDK', redirect_uris: [BACK], token_endpoint_auth_method: 'none' },
    state: () => 'state of the client',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery,
    async redirectToAuthorization({ pathname, searchParams }) {
      expect(pathname).toBe('/oauth/authorize');
      const asked = Object.fromEntries(searchParams);
      const { body } = await server.as(ann).post<Allowed>('/api/programs', { ...asked, granted: 'write' });
      answer = new URL(body.redirectTo).searchParams;
    },
    ...more,
  };
  return { provider, kept: kept as Record<string, Record<string, string>>, answer: () => answer };
}

test('what another address says of a program is not believed', async ({ server }) => {
  await server.introduce(ann);
  const json = { client_id: DOCUMENT, client_name: 'Assistant', redirect_uris: [BACK] };
  const answered = { type: 'application/json', charset: undefined, bytes: Buffer.from(JSON.stringify(json)) };
  const allowAt = async (url: string) => {
    const get = async () => ({ url, ...answered });
    Object.assign(server.app, { web: { ...server.app.web, get } });
    const { status } = await server
      .as(ann)
      .post('/api/programs', { ...requestOf(DOCUMENT), granted: 'write' });
    return status;
  };
  expect(await allowAt('https://elsewhere.example/client.json')).toBe(400);
  expect(await allowAt(DOCUMENT)).toBe(201);
});

for (const how of ['registered by itself', 'known by the address of its metadata'])
  test(`a client of MCP, ${how}, joins by one address, and refreshes its token`, async ({ server }) => {
    await server.introduce(ann);
    const json = { client_id: DOCUMENT, client_name: 'Assistant', redirect_uris: [BACK] };
    const asked: string[] = [];
    const get = async (_: number | null, url: string) => {
      asked.push(url);
      return { url, type: 'application/json', charset: undefined, bytes: Buffer.from(JSON.stringify(json)) };
    };
    Object.assign(server.app, { web: { ...server.app.web, get } });
    const byAddress = how !== 'registered by itself';
    const world = providerOf(server, byAddress ? { clientMetadataUrl: DOCUMENT } : {});
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.app.publicUrl}/mcp`), {
        authProvider: world.provider,
      });
    const first = transport();
    const client = new Client({ name: 'test', version: '1' });
    await expect(client.connect(first)).rejects.toThrow('Unauthorized');
    expect(world.answer().get('state')).toBe('state of the client');
    await first.finishAuth(world.answer());
    await client.connect(transport());
    await client.callTool({ name: 'post', arguments: { content: 'Milk #food' } });
    expect(asked.length > 0).toBe(byAddress);
    const before = world.kept.tokens!.access_token;
    server.app.clock.advance(2 * HOUR);
    const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'milk' } });
    expect(structuredContent).toMatchObject({ results: [{ text: 'Milk #food' }] });
    expect(world.kept.tokens!.access_token).not.toBe(before!);
    await client.close();
    const name = byAddress ? 'Assistant' : 'SDK';
    expect(await tokensOf(server)).toMatchObject([{ name, oauth: true, scope: 'write', expired: false }]);
  });

test('a code works once, for its program, its verifier and a minute', async ({ server }) => {
  await server.introduce(ann);
  for (const wrong of [
    { client_id: 'another' },
    { code_verifier: 'w'.repeat(43) },
    { redirect_uri: 'http://127.0.0.1:1/x' },
    { code: 'made up' },
  ] as Record<string, string>[]) {
    const { redeem } = await letIn(server);
    expect(await redeem(wrong)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  }
  const late = await letIn(server);
  server.app.clock.advance(61_000);
  expect((await late.redeem()).status).toBe(400);
  const { redeem } = await letIn(server);
  const { body } = await redeem();
  expect(body).toMatchObject({ expires_in: 3600, scope: 'read write' });
  expect(await status(server, body.access_token)).toBe(200);
  expect((await redeem()).body).toMatchObject({ error: 'invalid_grant' });
  expect(await status(server, body.access_token)).toBe(401);
});

test('a refresh token works once, and its second use ends what the program may do', async ({ server }) => {
  await server.introduce(ann);
  const { redeem, refresh } = await letIn(server);
  const first = (await redeem()).body;
  const second = (await refresh(first.refresh_token)).body;
  expect(await status(server, first.access_token)).toBe(401);
  expect(await status(server, second.access_token)).toBe(200);
  server.app.clock.advance(61 * 60_000);
  expect(await status(server, second.access_token)).toBe(401);
  const third = (await refresh(second.refresh_token)).body;
  expect(await status(server, third.access_token)).toBe(200);
  expect((await refresh(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  expect(await status(server, third.access_token)).toBe(401);
  expect(await refresh(third.refresh_token)).toMatchObject({ status: 400 });
  expect(await tokensOf(server)).toEqual([]);
});

test('of the refresh tokens that a program has used, only the latest are remembered', async ({ server }) => {
  await server.introduce(ann);
  const { redeem, refresh } = await letIn(server);
  const { $client } = server.app.db;
  const first = (await redeem()).body;
  const second = (await refresh(first.refresh_token)).body;
  $client.run(`with recursive n (value) as (select 1 union all select value + 1 from n where value < 2005)
    insert into spent_refreshes (hash, token_id) select 'used ' || value, (select max(id) from access_tokens) from n`);
  const third = (await refresh(second.refresh_token)).body;
  expect($client.query('select count(*) from spent_refreshes').values()).toEqual([[2000]]);
  expect((await refresh(second.refresh_token)).status).toBe(400);
  expect(await status(server, third.access_token)).toBe(401);
});

test('a program is held to its boards and scope, and ends from either side', async ({ server }) => {
  await server.text(ann, 'Milk #food');
  await server.text(ann, 'PIN 4711 #diary');
  const { redeem } = await letIn(server, { granted: 'read', boards: ['food'] });
  const { access_token, scope } = (await redeem()).body;
  expect(scope).toBe('read');
  const authorization = `Bearer ${access_token}`;
  const { text } = await server.stranger().get('/api/messages', { authorization });
  expect([text.includes('Milk'), text.includes('4711')]).toEqual([true, false]);
  const write = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  };
  expect((await server.stranger().send('/api/messages', write)).status).toBe(403);
  expect(await status(server, access_token, '/api/tokens')).toBe(403);
  const [listed] = await tokensOf(server);
  expect(listed).toMatchObject({ oauth: true, boards: ['food'], scope: 'read' });
  expect((await server.as(ann).delete(`/api/tokens/${listed!.id}`)).status).toBe(200);
  expect(await status(server, access_token)).toBe(401);

  const { body } = await (await letIn(server)).redeem();
  const made = await server.as(ann).post<{ token: string }>('/api/tokens', { name: 'Mine', scope: 'read' });
  for (const token of [made.body.token, 'unknown', body.refresh_token])
    expect((await post(server, '/oauth/revoke', { token })).status).toBe(200);
  expect(await status(server, body.access_token)).toBe(401);
  expect(await status(server, made.body.token)).toBe(200);
});

test('a program that does not say rightly who it is and where it returns is not let in', async ({
  server,
}) => {
  await server.introduce(ann);
  for (const uri of [
    'javascript:alert(1)',
    'http://evil.example/x',
    'data:text/html,x',
    'https://a.example/#x',
    'x',
  ])
    expect((await register(server, [uri])).status, uri).toBe(400);
  const uris = ['https://a.example/back', 'http://localhost/cb', 'cursor://anysphere/cb'];
  const { client_id } = (await register(server, uris)).body;
  const secret = { granted: 'read' };
  const good = { ...secret, redirect_uri: 'http://localhost:9876/cb' };
  for (const [change, sentence] of [
    [{ ...secret, redirect_uri: 'https://a.example/other' }, 'address that is not its own'],
    [{ ...secret, redirect_uri: 'http://127.0.0.1:1/cb' }, 'address that is not its own'],
    [{ ...secret, redirect_uri: 'localhost' }, 'address that is not its own'],
    [{ ...good, code_challenge_method: 'plain' }, 'S256'],
    [{ ...good, code_challenge: 'short' }, 'PKCE'],
    [{ ...good, response_type: 'token' }, 'not known'],
    [{ ...good, resource: 'https://other.example/mcp' }, 'another server'],
    [{ ...good, granted: 'admin' }, 'may read'],
    [{ ...good, boards: ['nothing'] }, 'Board not found'],
    [{ ...good, client_id: 'unknown' }, 'not known here'],
    [{ ...good, client_id: 'https://127.0.0.1/client.json' }, 'cannot be read'],
  ] as const)
    expect(await allow(server, client_id, change)).toMatchObject({
      message: expect.stringContaining(sentence),
    });
  expect((await allow(server, client_id, good)).query.get('iss')).toBe(server.app.publicUrl);
  const look = `/api/programs/request?${new URLSearchParams(requestOf(client_id, { redirect_uri: uris[2]! }))}`;
  expect((await server.as(ann).get(look)).body).toEqual({
    ...{ name: 'Assistant', host: 'anysphere', asked: 'write' },
    denyTo: `cursor://anysphere/cb?${new URLSearchParams({ error: 'access_denied', state: 'mine', iss: server.app.publicUrl })}`,
  });
  expect((await server.stranger().get(look)).status).toBe(401);
});

test('whoever asks without a token learns where to get one, in browsers too', async ({ server }) => {
  const { publicUrl } = server.app;
  const { headers } = await server.stranger().get('/mcp', { origin: 'https://inspector.example' });
  const metadata = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)![1]!;
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const resource = await server.stranger().get(new URL(metadata).pathname);
  expect(resource.body).toMatchObject({ resource: `${publicUrl}/mcp`, authorization_servers: [publicUrl] });
  const described = await server.stranger().get('/.well-known/oauth-authorization-server');
  expect(described.body).toMatchObject({ issuer: publicUrl, code_challenge_methods_supported: ['S256'] });
  expect(described.headers.get('access-control-allow-origin')).toBe('*');
  for (const [form, error] of [
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{}, 'unsupported_grant_type'],
  ] as const)
    expect(await post(server, '/oauth/token', form)).toMatchObject({ status: 400, body: { error } });
});

test('programs that nobody lets in, and codes that nobody redeems, are deleted', async ({ server }) => {
  await server.introduce(ann);
  const unredeemed = await letIn(server);
  const { redeem, refresh } = await letIn(server);
  const { refresh_token } = (await redeem()).body;
  const count = (table: string) =>
    server.app.db.$client.query(`select count(*) from ${table}`).values()[0]![0];
  server.app.clock.advance(2 * DAY);
  deleteUnusedPrograms(server.app);
  expect([count('programs'), count('program_codes'), count('access_tokens')]).toEqual([1, 0, 1]);
  expect((await unredeemed.redeem()).status).toBe(400);
  const next = (await refresh(refresh_token)).body;
  expect(next.access_token).toStartWith('tagline_pat_');
  server.app.clock.advance(91 * DAY);
  deleteUnusedPrograms(server.app);
  expect([count('programs'), count('access_tokens')]).toEqual([0, 0]);
});

import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OwnCalls } from '../../src/client/calls';
import { failureOfClient } from '../../src/client/failures';
import { configFolder, loginFile, signedIn } from '../../src/client/login';
import { createClient, TaglineError } from '../../src/client/runtime';
import { DOCUMENTED_CALLS } from '../../src/http/openapi';
import { tokenOf } from '../support/bearer';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { machine } from '../support/place';
import { testServer } from '../support/server';

const failure = async (attempt: () => unknown): Promise<TaglineError> => {
  try {
    await attempt();
  } catch (error) {
    return error as TaglineError;
  }
  throw new Error('It did not fail.');
};

test('a login is kept where the system keeps settings, for its owner alone', async () => {
  await using server = await testServer();
  using home = tempFolder();
  await server.introduce(ann);
  const { token } = await tokenOf(server, ann);
  const { place, run } = machine(home.path, { piped: `${token}\n` });
  mkdirSync(dirname(loginFile(place)), { recursive: true });
  writeFileSync(loginFile(place), '{"url":', { mode: 0o644 }); // what an old or broken program has left

  const nobody = await failure(() => signedIn(place));
  expect(failureOfClient(nobody)).toEqual({
    sentence: 'Log in first: tagline login https://notes.example.com',
    exitCode: 3,
  });
  const { say } = await run('login', [`${server.url}/profile`]);
  expect(say).toBe(`Logged in to ${server.url} as Ann Lee. The token is in ${loginFile(place)}.`);
  expect(statSync(loginFile(place)).mode & 0o777).toBe(0o600);
  expect((await signedIn(place).call('GET /api/profile')).firstName).toBe('Ann');

  expect((await run('logout')).say).toContain(`revoke it at ${server.url}/profile`);
  expect(existsSync(loginFile(place))).toBe(false);
  const script = { ...place, env: { ...place.env, TAGLINE_URL: server.url, TAGLINE_TOKEN: token } };
  expect((await signedIn(script).call('GET /api/profile')).firstName).toBe('Ann');
});

test('a login that does not work is refused, and the one before stays', async () => {
  await using server = await testServer();
  using home = tempFolder();
  const { token, id } = await tokenOf(server, ann, { boards: null, scope: 'read' });
  const { place, run } = machine(home.path);
  await run('login', [server.url], { token });
  const wrong = await failure(() => run('login', [server.url], { token: `${token}x` }));
  expect(failureOfClient(wrong)).toMatchObject({ exitCode: 3 });
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') });
  const foreign = await failure(() => run('login', [other.url.href], { token }));
  expect(foreign.message).toContain('is not a server of Tagline. Is the address right?');
  await other.stop(true);
  const away = await failure(() => run('login', [other.url.href], { token }));
  expect(failureOfClient(away)).toEqual({
    sentence: `${other.url.origin} cannot be reached. Is this machine online?`,
    exitCode: 4,
  });
  expect((await signedIn(place).call('GET /api/messages')).length).toBe(0);
  const scope = await failure(() => signedIn(place).call('POST /api/messages', { content: 'hi' }));
  expect(scope).toMatchObject({ status: 403, code: 'scope_insufficient' });
  await server.as(ann).send(`/api/tokens/${id}`, { method: 'DELETE' });
  const revoked = failureOfClient(await failure(() => signedIn(place).call('GET /api/messages')));
  expect(revoked).toMatchObject({ exitCode: 3, sentence: expect.stringMatching(/revoked.*Log in again/) });
});

test('each system has its folder for settings', () => {
  const places = [
    [{ HOME: '/home/ann' }, 'linux', '/home/ann/.config/tagline'],
    [{ HOME: '/home/ann', XDG_CONFIG_HOME: '/etc/ann' }, 'linux', '/etc/ann/tagline'],
    [{ HOME: '/home/ann', XDG_CONFIG_HOME: 'relative' }, 'linux', '/home/ann/.config/tagline'],
    [{ HOME: '/Users/ann' }, 'darwin', '/Users/ann/Library/Application Support/Tagline'],
    [{ USERPROFILE: '/c/Users/ann', APPDATA: '/c/Roaming' }, 'win32', '/c/Roaming/Tagline'],
  ] as const;
  for (const [env, platform, folder] of places) expect(configFolder({ env, platform })).toBe(folder);
});

test('a call whose answer is lost is repeated only if that does nothing twice', async () => {
  const asked: string[] = [];
  const fetch = async (_: string, init: RequestInit) => {
    asked.push(`${init.method} ${init.body ?? ''}`);
    if (asked.length < 3) throw new TypeError('the connection was closed');
    return Response.json({ id: 1 });
  };
  const client = createClient<OwnCalls>({ url: 'https://notes.test/', token: 't', fetch });
  expect(await client.call('POST /api/messages', { content: 'hi' })).toMatchObject({ id: 1 });
  expect(asked.length).toBe(3);
  expect(new Set(asked).size).toBe(1); // with the same key
  asked.length = 0;
  const lost = await failure(() => client.call('DELETE /api/messages/{id}', { id: 7 }));
  expect(lost).toMatchObject({ status: 0, code: 'offline' });
  expect(asked).toEqual(['DELETE ']);
});

test('after too many calls, the sentence has the time of the next try', () => {
  const error = new TaglineError('Too many exports.', {
    status: 429,
    code: 'too_many_requests',
    retryAfter: 60,
  });
  expect(failureOfClient(error)).toEqual({
    sentence: expect.stringMatching(/^Too many exports\. Next try at \d\d:\d\d:\d\d\.$/),
    exitCode: 4,
  });
});

test('every call of the commands is in the contract', () => {
  const source = readFileSync('src/client/calls.ts', 'utf8');
  const routes = [...source.matchAll(/'([A-Z]+ \/api\/[^']*)':/g)].map(([, route]) => route!);
  expect(routes.length).toBeGreaterThan(10);
  const known = DOCUMENTED_CALLS.map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => !known.includes(route))).toEqual([]);
});

import { expect } from 'bun:test';
import { generateKeyPair } from 'jose';
import { ann } from '../../support/cast';
import type { Cookies } from '../../support/client';
import { testIn } from '../../support/test-in';
import { startTwilio } from '../../support/twilio';
import { come, connectByCode, open, sessionOf, test } from './provider-world';

test('a logout at the provider ends the sessions that it made, and no others', async (world) => {
  const { provider, server } = world;
  provider.people.ann = { phone_number: ann.phone, phone_number_verified: true, groups: ['tagline-admins'] };
  const own = await server.introduce(ann);
  const jar: Cookies = new Map();
  const [here, there] = [await come(world, 'ann', undefined, jar), await come(world, 'ann')];
  await provider.logOut(jar);
  expect(await sessionOf(here.browser)).toMatchObject({ authenticated: false, ended: 'provider' });
  for (const browser of [there.browser, own])
    expect(await sessionOf(browser)).toMatchObject({ authenticated: true, operator: false });

  const logout = (logout_token: string) =>
    fetch(`${server.url}/oidc/logout`, { method: 'POST', body: new URLSearchParams({ logout_token }) });
  const now = Math.floor(Date.now() / 1000);
  const { privateKey: strange } = await generateKeyPair('RS256');
  const wrong: Record<string, string> = {
    'no token': 'x',
    issuer: await provider.logoutToken({ sub: 'ann', iss: 'https://other.example' }),
    audience: await provider.logoutToken({ sub: 'ann', aud: 'other' }),
    old: await provider.logoutToken({ sub: 'ann', exp: now + 60 }, now - 3600),
    expired: await provider.logoutToken({ sub: 'ann', exp: now - 300 }),
    'an id token': await provider.logoutToken({ sub: 'ann', events: undefined }),
    'another event': await provider.logoutToken({ sub: 'ann', events: { other: {} } }),
    nonce: await provider.logoutToken({ sub: 'ann', nonce: 'x' }),
    nobody: await provider.logoutToken({}),
    'no jti': await provider.logoutToken({ sub: 'ann', jti: undefined }),
    'another key': await provider.logoutToken({ sub: 'ann' }, now, strange),
  };
  for (const [about, token] of Object.entries(wrong))
    expect([about, (await logout(token)).status]).toEqual([about, 400]);
  const ofBob = await provider.logoutToken({ sub: 'bob' });
  expect([(await logout(ofBob)).status, (await logout(ofBob)).status]).toEqual([200, 400]);
  expect((await sessionOf(there.browser)).authenticated).toBe(true);
  expect((await logout(await provider.logoutToken({ sub: 'ann' }))).status).toBe(200);
  expect((await sessionOf(there.browser)).authenticated).toBe(false);
  expect((await sessionOf(own)).authenticated).toBe(true);
});

testIn(async () => open({ twilio: await startTwilio() }))(
  'a sign-in with the provider is no fresh proof; a code that connects is one',
  async (world) => {
    const { browser } = await come(world, 'ann');
    expect((await connectByCode(world, browser, ann)).status).toBe(200);
    expect((await browser.get('/api/proof')).body).toMatchObject({ proven: true });
    const again = await come(world, 'ann');
    expect(again.body.signedIn).not.toBeNull();
    expect((await again.browser.get('/api/proof')).body).toMatchObject({ proven: false });
    expect(await again.browser.delete('/api/identity')).toMatchObject({
      status: 403,
      body: { code: 'proof_needed' },
    });
    expect((await browser.delete('/api/identity')).status).toBe(200);
  },
);

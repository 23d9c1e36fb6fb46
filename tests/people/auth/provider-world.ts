import type { Identity } from '../../../src/contract/provider';
import { cho, type Person } from '../../support/cast';
import type { Client, Cookies } from '../../support/client';
import {
  come as comeFrom,
  type Finished,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider';
import { type TestServer, testServer, until } from '../../support/server';
import { testIn } from '../../support/test-in';
import type { Twilio } from '../../support/twilio';

export async function open({ env = {}, twilio }: { env?: Record<string, string>; twilio?: Twilio } = {}) {
  const provider = await startIdentityProvider();
  const server = await testServer({ twilio, env: { ADMIN_PHONES: cho.phone, ...provider.env, ...env } });
  provider.register(server);
  return {
    ...{ provider, server },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await twilio?.[Symbol.asyncDispose]();
    },
  };
}

export type World = { provider: IdentityProvider; server: TestServer };
export const test = testIn(() => open());

export const come = (
  { provider, server }: World,
  login: string | null,
  browser = server.stranger(),
  at?: Cookies,
) => comeFrom(provider, browser, login, at);

export async function connectByCode({ server }: World, browser: Client, { phone }: Person, code?: string) {
  const before = server.received(phone).length;
  await browser.post('/api/auth/login', { phoneNumber: phone });
  const [texted] = await until(() => /\b\d{6}\b/.exec(server.received(phone).slice(before).join(' ')));
  return browser.post<Finished>('/api/auth/verify', {
    phoneNumber: phone,
    code: code ?? texted,
    connect: true,
  });
}

export const sessionOf = async (browser: Client) =>
  (
    await browser.get<{ authenticated: boolean; operator: boolean; ended: string | null }>(
      '/api/auth/session',
    )
  ).body;
export const identityOf = async (browser: Client) =>
  (await browser.get<{ identity: Identity | null }>('/api/identity')).body.identity;
export const toldTo = ({ server }: World, { phone }: Person) =>
  server.app.outbox(phone).flatMap(({ kind, body }) => (kind === 'security' ? body : []));

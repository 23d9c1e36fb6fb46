/// <reference types="chrome" />

export type Connection = {
  server: string;
  token: string;
  /** Absent for a token that a person has pasted. */
  oauth?: { client: string; refresh: string; endsAt: number };
};

/** The server has refused, and would refuse again. */
export class Refused extends Error {}
export class Unreachable extends Error {}
export class SignedOut extends Error {}

const ANSWER_MS = 120_000;
const EARLY_MS = 60_000;

export const storedConnection = async (): Promise<Connection | undefined> =>
  (await chrome.storage.local.get<{ connection?: Connection }>('connection')).connection;

export const storeConnection = (connection: Connection) => chrome.storage.local.set({ connection });

/**
 * A refresh token works once, so its answer must not be lost: the background script asks, because a popup may
 * close at any time.
 */
export const renewal = { run: (): Promise<unknown> => chrome.runtime.sendMessage('renew') };

export async function usableConnection(): Promise<Connection> {
  const isStale = ({ oauth }: Connection) => oauth && oauth.endsAt < Date.now() + EARLY_MS;
  const stored = await storedConnection();
  if (stored && isStale(stored)) await renewal.run();
  const connection = stored && isStale(stored) ? await storedConnection() : stored;
  if (!connection) throw new SignedOut('Connect the extension to your server in its options.');
  if (isStale(connection)) throw new Unreachable();
  return connection;
}

/** Only for the background script. */
export const renewConnection = () =>
  navigator.locks.request('renew', async () => {
    const connection = await storedConnection();
    if (!connection?.oauth || connection.oauth.endsAt >= Date.now() + EARLY_MS) return;
    const { client, refresh } = connection.oauth;
    const form = { grant_type: 'refresh_token', client_id: client, refresh_token: refresh };
    const response = await ask(`${connection.server}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    }).catch(() => null);
    if (response?.status === 400) await chrome.storage.local.remove('connection');
    if (response?.ok) await storeConnection(withTokens(connection.server, client, await response.json()));
  });

export type TokenAnswer = { access_token: string; refresh_token: string; expires_in: number };

export const withTokens = (server: string, client: string, answer: TokenAnswer): Connection => ({
  server,
  token: answer.access_token,
  oauth: { client, refresh: answer.refresh_token, endsAt: Date.now() + answer.expires_in * 1000 },
});

/** Makes a call of the API (docs/api.md). */
export async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const connection = await usableConnection();
  let response = await askWith(connection, path, init);
  if (response.status === 401 && connection.oauth) {
    // the clock of this machine may have been wrong
    await storeConnection({ ...connection, oauth: { ...connection.oauth, endsAt: 0 } });
    response = await askWith(await usableConnection(), path, init);
  }
  const body = await response.json().catch(() => null);
  if (response.status === 401) throw new SignedOut(`${body?.error ?? ''} Connect again in the options.`);
  if (response.ok) return body;
  if (response.status === 429 || response.status >= 500) throw new Unreachable();
  throw new Refused(body?.error ?? `Your server has refused it (${response.status}).`);
}

const askWith = ({ server, token }: Connection, path: string, init: RequestInit) =>
  ask(server + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

export const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => {
    throw new Unreachable();
  });

export const sendJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

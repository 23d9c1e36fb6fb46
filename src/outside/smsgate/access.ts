import type { SmsgateConfig } from '../../app/config/smsgate';

/** The scopes allow only what this server does at SMSGate. */
const SCOPES = [
  'messages:send messages:read messages:list messages:export inbox:refresh',
  'webhooks:list webhooks:write webhooks:delete devices:list settings:read settings:write',
].flatMap((names) => names.split(' '));
const TOKEN_LIFE_S = 3600;
const RENEW_BEFORE_MS = 5 * 60_000;
/** Statuses with which a server of SMSGate answers if its release gives no tokens. */
const NO_TOKENS = [400, 403, 404, 405, 501];

export type Call = { method: string; path: string; body?: unknown; signal: AbortSignal };
type Send = (call: Call, authorization: string) => Promise<Response>;

/**
 * A request to the app on a phone has the user name and the password. A request to a server of SMSGate has a
 * token (JWT), which is asked for with the user name and the password. If the server gives no token or
 * refuses it, the request has the user name and the password instead. If no user name is set, the password is
 * itself a token.
 */
export function createAccess({ local, user, password }: SmsgateConfig, now: () => number, send: Send) {
  const basic = user === null ? `Bearer ${password}` : `Basic ${btoa(`${user}:${password}`)}`;
  let usesTokens = user !== null && !local;
  let token: { header: string; until: number } | null = null;

  async function findToken(signal: AbortSignal): Promise<string | null> {
    if (!usesTokens) return null;
    if (token && token.until > now()) return token.header;
    const body = { ttl: TOKEN_LIFE_S, scopes: SCOPES };
    const response = await send({ method: 'POST', path: '/auth/token', body, signal }, basic);
    const answer = (await response.json().catch(() => null)) as { access_token?: string } | null;
    if (NO_TOKENS.includes(response.status)) usesTokens = false;
    if (response.status !== 201 || !answer?.access_token) return null;
    const until = now() + TOKEN_LIFE_S * 1000 - RENEW_BEFORE_MS;
    token = { header: `Bearer ${answer.access_token}`, until };
    return token.header;
  }

  return async (call: Call): Promise<Response> => {
    const header = await findToken(call.signal);
    const response = await send(call, header ?? basic);
    if (!header || (response.status !== 401 && response.status !== 403)) return response;
    await response.body?.cancel();
    token = null; // the token was revoked, or lacks a right that this release of SMSGate wants
    return send(call, basic);
  };
}

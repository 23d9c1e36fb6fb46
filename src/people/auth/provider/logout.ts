import { prepared, transaction } from '../../../../db/open';
import type { App } from '../../../app/app';
import { tryChargeRateLimits } from '../../../app/rate-limits';
import { verifyLogoutToken } from '../../../outside/oidc/logout-token';
import { providerOf } from '../../../outside/oidc/provider';
import { setOperatorClaim } from '../../users';
import { findByIdentity } from './identities';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. Returns what is wrong with the token. */
export async function endByLogoutToken(app: App, token: string): Promise<string | null> {
  const claims = await verifyLogoutToken(app, token);
  if (typeof claims === 'string') return claims;
  const { sub, sid, jti, events, nonce } = claims;
  const issuer = providerOf(app).issuer.href;
  if (typeof (events as Record<string, unknown>)?.[EVENT] !== 'object') return 'It is no logout token.';
  if (nonce !== undefined) return 'It has a nonce.';
  if (typeof sub !== 'string' && typeof sid !== 'string') return 'It has neither sub nor sid.';
  return transaction(app.db, () => {
    if (!tryChargeRateLimits(app, { 'logout token': `${issuer} ${jti}` })) return 'It was used before.';
    const user = typeof sub === 'string' ? findByIdentity(app, { issuer, subject: sub }) : null;
    const ended = { user: user?.id ?? null, session: typeof sid === 'string' ? sid : null };
    if (ended.user === null && ended.session === null) return null; // somebody without an account here
    const { record, end } = statements(app.db);
    record.run({ ...ended, now: app.now() });
    for (const { userId } of end.all(ended)) setOperatorClaim(app, userId, null);
    return null;
  });
}

type Ended = { user: number | null; session: string | null };
/** Without `sid` all of the person's sessions by the provider end. */
const OF_LOGOUT = `
  provider_session is not null and provider_session = coalesce($session, provider_session)
  and user_id = coalesce($user, user_id)`;

const statements = prepared(({ $client }) => ({
  record: $client.prepare<unknown, Ended & { now: number }>(`
    insert or replace into ended_sessions (id, reason, ended_at)
    select id, 'provider', $now from sessions where ${OF_LOGOUT}`),
  end: $client.prepare<{ userId: number }, Ended>(
    `delete from sessions where ${OF_LOGOUT} returning user_id as userId`,
  ),
}));

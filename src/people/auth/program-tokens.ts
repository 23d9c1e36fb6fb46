import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import type { TokenScope } from '../../contract/tokens';
import { CODE_MS, hash } from './programs';
import { newToken } from './tokens';

const HOUR_MS = 3_600_000;
export const ACCESS_MS = HOUR_MS;
/** A program that is not used for so long must be allowed anew. */
const REFRESH_MS = 90 * 24 * HOUR_MS;
/** Used refresh tokens that are remembered: of the last months, if a program asks each hour. */
const SPENT_MAX = 2_000;
const REFRESH_PREFIX = 'tagline_ort_';

export type ProgramTokens = { access: string; refresh: string; scope: TokenScope };

/** Redeems a code, once: if it comes again, somebody has stolen it, and what it gave ends (RFC 9700, 2.1.1). */
export function redeemCode(
  app: App,
  given: { code: string; program: string; uri: string; verifier: string },
): ProgramTokens | null {
  return transaction(app.db, () => {
    const { findCode, useCode, revoke } = statements(app.db);
    const found = findCode.get({ hash: hash(given.code) });
    if (!found || found.program !== given.program) return null;
    if (found.used) {
      revoke.run({ id: found.id });
      return null;
    }
    useCode.run({ hash: hash(given.code) });
    const isProven = hash(given.verifier) === found.challenge;
    if (isProven && (!given.uri || found.uri === given.uri) && isSoon(app, found.end))
      return issue(app, found);
    revoke.run({ id: found.id });
    return null;
  });
}

const isSoon = (app: App, end: number) => end > app.now() && end <= app.now() + CODE_MS;

/** A refresh token works once. The second use ends everything that came of it (RFC 9700, 4.14.2). */
export function refreshTokens(app: App, given: { refresh: string; program: string }): ProgramTokens | null {
  return transaction(app.db, () => {
    const { findRefresh, findSpent, forgetSpent, spend, revoke } = statements(app.db);
    const key = hash(given.refresh);
    const spent = findSpent.get({ hash: key });
    if (spent) revoke.run(spent);
    const found = findRefresh.get({ hash: key });
    if (!found || found.program !== given.program || found.end <= app.now()) return null;
    spend.run({ hash: key, id: found.id });
    forgetSpent.run({ id: found.id });
    return issue(app, found);
  });
}

function issue(app: App, { id, scope }: { id: number; scope: TokenScope }): ProgramTokens {
  const tokens = { access: newToken(), refresh: REFRESH_PREFIX + randomBytes(32).toString('base64url') };
  statements(app.db).issue.run({
    id,
    access: hash(tokens.access),
    end: app.now() + ACCESS_MS,
    refresh: hash(tokens.refresh),
    refreshEnd: app.now() + REFRESH_MS,
  });
  return { ...tokens, scope };
}

/** Either token ends both (RFC 7009). A token that a person has made by hand is not ended by whoever has it. */
export const revokeProgramToken = (app: App, token: string): void =>
  void statements(app.db).revokeByHash.run({ hash: hash(token) });

type Found = { id: number; scope: TokenScope; program: string; end: number };

const statements = prepared(({ $client }) => ({
  findCode: $client.prepare<Found & { used: number; uri: string; challenge: string }, { hash: string }>(`
    select t.id, t.scope, t.program_id as program, c.used, c.redirect_uri as uri, c.challenge, c.expires_at as end
      from program_codes c cross join access_tokens t on t.id = c.token_id where c.hash = $hash`),
  useCode: $client.prepare<unknown, { hash: string }>('update program_codes set used = 1 where hash = $hash'),
  findRefresh: $client.prepare<Found, { hash: string }>(`
    select id, scope, program_id as program, refresh_until as end from access_tokens where refresh_hash = $hash`),
  findSpent: $client.prepare<{ id: number }, { hash: string }>(
    'select token_id as id from spent_refreshes where hash = $hash',
  ),
  forgetSpent: $client.prepare<unknown, { id: number }>(`
    delete from spent_refreshes where token_id = $id and id <= (
      select id from spent_refreshes where token_id = $id order by id desc limit 1 offset +${SPENT_MAX})`),
  spend: $client.prepare<unknown, { hash: string; id: number }>(
    'insert into spent_refreshes (hash, token_id) values ($hash, $id)',
  ),
  issue: $client.prepare<
    unknown,
    { id: number; access: string; end: number; refresh: string; refreshEnd: number }
  >(`
    update access_tokens set hash = $access, expires_at = $end, refresh_hash = $refresh, refresh_until = $refreshEnd
     where id = $id`),
  revoke: $client.prepare<unknown, { id: number }>('delete from access_tokens where id = $id'),
  revokeByHash: $client.prepare<unknown, { hash: string }>(`
    delete from access_tokens where refresh_hash = $hash or (hash = $hash and program_id is not null)`),
}));

import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import { challengeOf } from '../../app/scopes';
import { isOperator } from '../../app/trpc';
import { countOf } from '../../contract/counts';
import { TOKENS_MAX } from '../../contract/limits';
import { type Done, succeeded } from '../../contract/text';
import {
  type AccessToken,
  type CreatedToken,
  TOKEN_DAYS,
  TOKEN_PREFIX,
  type TokenInput,
  type TokenScope,
} from '../../contract/tokens';
import { logForOwner } from './account-log';
import { type Caller, maskAddress, type Uses } from './devices';
import { type Actor, tellOwner } from './told';

const DAY_MS = 86_400_000;

/** Returns the token with its name and scope (docs/product/tokens.md: Access tokens). */
export function createToken(
  app: App,
  user: User,
  { name, scope, expiresAt, boards: tags = null }: TokenInput,
  actor: Actor,
): CreatedToken {
  if (scope === 'admin' && !isOperator(app, user))
    throw new VisibleError('operators_only', 'Only operators can make a token with the scope admin.');
  if (scope === 'admin' && tags)
    throw new VisibleError(
      'token_admin_by_board',
      'A token with the scope admin cannot be limited to boards.',
    );
  const end = endOf(app, expiresAt);
  if (end !== null && end <= app.now())
    throw new VisibleError('time_past', 'The expiry must be in the future.');
  const token = newToken();
  return transaction(app.db, () => {
    const { count, add, addBoards } = statements(app.db);
    if (count.get({ user: user.id })!.count >= TOKENS_MAX)
      throw new VisibleError(
        'too_many_tokens',
        `You have ${countOf(TOKENS_MAX, 'access token', 'access tokens')}. Revoke one first.`,
      );
    chargeRateLimits(app, { 'access token by a person a day': user.id });
    const { id } = add.get({
      hash: hash(token),
      user: user.id,
      name,
      scope,
      expiresAt: end,
      byBoard: tags !== null,
      now: app.now(),
    })!;
    const boards = tags && [...new Set(tags)];
    if (boards) {
      const { changes } = addBoards.run({ id, user: user.id, tags: JSON.stringify(boards) });
      if (changes < boards.length) throw notFound('Board');
    }
    tellOwner(app, user, actor, { act: 'token made', name });
    return { id, name, scope, boards, token };
  });
}

function endOf(app: App, expiresAt: TokenInput['expiresAt']): number | null {
  if (expiresAt === undefined) return app.now() + TOKEN_DAYS * DAY_MS;
  return expiresAt === null ? null : Date.parse(expiresAt);
}

export function newToken(): string {
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  return token + checksumOf(token);
}

/** As at GitHub: CRC-32 in base 62, six digits. */
function checksumOf(token: string): string {
  let left = Bun.hash.crc32(token);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[left % 62] + digits;
    left = Math.floor(left / 62);
  }
  return digits;
}

const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const hasChecksum = (token: string): boolean => token.endsWith(checksumOf(token.slice(0, -CHECKSUM_LENGTH)));

/** Does not return the secret tokens, because the database has only their hashes. */
export const listTokens = (app: App, user: User): AccessToken[] =>
  statements(app.db)
    .findAll.all({ user: user.id })
    .map((row) => toAccessToken(app, row));

export function revokeToken(app: App, user: User, id: number): Done {
  return transaction(app.db, () => {
    const revoked = statements(app.db).deleteOne.get({ user: user.id, id });
    if (!revoked) throw notFound('Access token');
    logForOwner(app, user.id, 'token revoked', revoked.name);
    usedTokens(app).delete(id);
    return succeeded('The token is revoked.');
  });
}

export const revokeTokensSince = (app: App, user: User, since: number): void => {
  for (const { id } of statements(app.db).findSince.all({ user: user.id, since })) revokeToken(app, user, id);
};

/** One statement reads both. */
export function requireToken(app: App, token: string): FoundToken {
  const found = hasChecksum(token) ? statements(app.db).find.get(hash(token)) : null;
  if (!found) throw invalidToken('This access token is wrong or was revoked.');
  if (found.expiresAt !== null && found.expiresAt <= app.now())
    throw invalidToken('This access token has expired.');
  return found;
}

const invalidToken = (message: string) =>
  new VisibleError('token_invalid', message, {
    challenge: challengeOf({ error: 'invalid_token', error_description: message }),
  });

/** Last use of each token since the last call of `storeUsedTokens`. */
export const usedTokens = perApp((): Uses<number> => new Map());

/** A write to the database for each request would cost too much. */
export function markTokenUsed(app: App, id: number, caller?: Caller): void {
  const before = usedTokens(app).get(id);
  usedTokens(app).set(id, { at: app.now(), caller: caller ?? before?.caller });
}

export function storeUsedTokens(app: App): void {
  const used = [...usedTokens(app)];
  if (used.length === 0) return;
  transaction(app.db, () => {
    for (const [id, { at, caller }] of used)
      statements(app.db).storeUse.run({ id, at, ...describeCaller(caller) });
  });
  usedTokens(app).clear();
}

const describeCaller = (caller?: Caller) => ({
  network: caller ? maskAddress(caller.address) : null,
  program: programIn(caller?.userAgent ?? null),
});

export const programIn = (userAgent: string | null): string | null =>
  /^[\w.-]{1,40}/.exec(userAgent ?? '')?.[0] ?? null;

const hash = (token: string): string => Bun.SHA256.hash(token, 'base64url');

export type FoundToken = {
  id: number;
  hash: string;
  userId: number;
  version: number;
  scope: TokenScope;
  byBoard: number;
  expiresAt: number | null;
};

type Row = {
  id: number;
  name: string;
  scope: TokenScope;
  boards: string | null;
  createdAt: number;
  expiresAt: number | null;
  usedAt: number | null;
  network: string | null;
  program: string | null;
  isProgram: number;
};

function toAccessToken(app: App, row: Row): AccessToken {
  const used = usedTokens(app).get(row.id);
  const caller = describeCaller(used?.caller);
  const usedAt = used?.at ?? row.usedAt;
  const { id, name, scope, createdAt, expiresAt } = row;
  return {
    id,
    name,
    scope,
    boards: row.boards === null ? null : JSON.parse(row.boards),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    expired: expiresAt !== null && expiresAt <= app.now(),
    lastUsedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
    network: caller.network ?? row.network,
    program: caller.program ?? row.program,
    oauth: row.isProgram === 1,
  };
}

const statements = prepared(({ $client }) => ({
  find: $client.prepare<FoundToken, [string]>(`
    select t.id, t.hash, t.user_id as userId, u.version, t.scope, t.by_board as byBoard, t.expires_at as expiresAt
      from access_tokens t cross join users u on u.id = t.user_id where t.hash = +?`),
  findAll: $client.prepare<Row, { user: number }>(`
    select id, name, scope, created_at as createdAt, iif(program_id is null, expires_at, refresh_until) as expiresAt,
           program_id is not null as isProgram, used_at as usedAt, network, program,
           iif(by_board, (
             select json_group_array(coalesce(v.tag, b.tag)) from token_boards b
               left join memberships v on v.board_id = b.board_id and v.user_id = $user
              where b.token_id = t.id), null) as boards
      from access_tokens t where user_id = $user order by id desc`),
  count: $client.prepare<{ count: number }, { user: number }>(
    'select count(*) as count from access_tokens where user_id = $user',
  ),
  add: $client.prepare<
    { id: number },
    {
      hash: string;
      user: number;
      name: string;
      scope: string;
      expiresAt: number | null;
      byBoard: boolean;
      now: number;
    }
  >(`
    insert into access_tokens (hash, user_id, name, scope, expires_at, by_board, created_at)
    values ($hash, $user, $name, $scope, $expiresAt, $byBoard, $now) returning id`),
  addBoards: $client.prepare<unknown, { id: number; user: number; tags: string }>(`
    insert into token_boards (token_id, tag, board_id)
    select $id, tag, board_id from memberships
     where user_id = $user and tag in (select value from json_each($tags))`),
  deleteOne: $client.prepare<{ name: string }, { user: number; id: number }>(
    'delete from access_tokens where id = $id and user_id = $user returning name',
  ),
  findSince: $client.prepare<{ id: number }, { user: number; since: number }>(
    'select id from access_tokens where user_id = $user and created_at >= $since',
  ),
  storeUse: $client.prepare<
    unknown,
    { id: number; at: number; network: string | null; program: string | null }
  >(`
    update access_tokens set used_at = $at, network = coalesce($network, network), program = coalesce($program, program)
     where id = $id`),
}));

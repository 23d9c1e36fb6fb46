import { prepared, transaction } from '../../../../db/open';
import type { identities, User } from '../../../../db/schema';
import type { App } from '../../../app/app';
import { notFound, VisibleError } from '../../../app/errors';
import type { Identity } from '../../../contract/provider';
import { type Done, succeeded } from '../../../contract/text';
import { providerOf } from '../../../outside/oidc/provider';
import { findUser, setOperatorClaim } from '../../users';
import { logForOwner } from '../account-log';
import { type Actor, tellOwner } from '../told';
import type { Identified } from './identified';

type Key = Pick<Identified, 'issuer' | 'subject'>;

export function findByIdentity(app: App, { issuer, subject }: Key): User | null {
  const found = statements(app.db).findBySubject.get({ issuer, subject });
  return found && findUser(app, found.userId);
}

export const markIdentityUsed = (app: App, user: User, { name }: Identified): void =>
  void statements(app.db).use.run({ userId: user.id, name, now: app.now() });

/** The caller must have proof that the person has the number of the account. */
export function connectIdentity(
  app: App,
  { user, isNew }: { user: User; isNew: boolean },
  { issuer, subject, name }: Identified,
  actor: Actor,
): void {
  const { name: provider } = providerOf(app);
  transaction(app.db, () => {
    const taken = statements(app.db).findBySubject.get({ issuer, subject });
    if (taken && taken.userId !== user.id)
      throw new VisibleError(
        'identity_taken',
        `That account at ${provider} is connected to another account here.`,
      );
    const own = statements(app.db).find.get({ userId: user.id });
    if (own?.issuer === issuer && own.subject !== subject)
      throw new VisibleError(
        'account_connected',
        `Your account is connected to another one at ${provider}. Sign in with a code, and remove that in your profile.`,
      );
    statements(app.db).store.run({ userId: user.id, issuer, subject, name, now: app.now() });
    const act = { act: 'provider connected', name: `${name} at ${provider}` } as const;
    // whoever has just made the account knows
    if (isNew) logForOwner(app, user.id, act.act, act.name);
    else if (!taken) tellOwner(app, user, actor, act);
  });
}

export function readIdentity(app: App, user: User): Identity | null {
  const { name: provider, issuer } = providerOf(app);
  const found = statements(app.db).find.get({ userId: user.id });
  if (found?.issuer !== issuer.href) return null;
  const { name, createdAt, usedAt } = found;
  return {
    ...{ provider, name },
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(usedAt).toISOString(),
  };
}

export function removeIdentity(app: App, user: User): Done {
  const { name: provider } = providerOf(app);
  return transaction(app.db, () => {
    const removed = statements(app.db).remove.get({ userId: user.id });
    if (!removed) throw notFound('Connection');
    setOperatorClaim(app, user.id, null);
    logForOwner(app, user.id, 'provider removed', `${removed.name} at ${provider}`);
    return succeeded(`Signing in with ${provider} is removed.`);
  });
}

type Row = typeof identities.$inferSelect;

const statements = prepared(({ $client }) => ({
  findBySubject: $client.prepare<Pick<Row, 'userId'>, Key>(
    'select user_id as userId from identities where issuer = $issuer and subject = $subject',
  ),
  find: $client.prepare<Row, { userId: number }>(`
    select user_id as userId, issuer, subject, name, created_at as createdAt, used_at as usedAt
      from identities where user_id = $userId`),
  use: $client.prepare<unknown, { userId: number; name: string; now: number }>(
    'update identities set used_at = $now, name = $name where user_id = $userId',
  ),
  // a row of another issuer is of a provider that the operator has replaced
  store: $client.prepare<unknown, Key & { userId: number; name: string; now: number }>(`
    insert into identities (user_id, issuer, subject, name, created_at, used_at)
    values ($userId, $issuer, $subject, $name, $now, $now)
    on conflict (user_id) do update set issuer = $issuer, subject = $subject, name = $name, used_at = $now`),
  remove: $client.prepare<Pick<Row, 'name'>, { userId: number }>(
    'delete from identities where user_id = $userId returning name',
  ),
}));

import { createHash, randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { signInLinks, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import type { SignInLinkState } from '../../contract/auth';
import { maskPhone, nameOrNull } from '../../contract/people';
import { findUser, markActive } from '../users';

/**
 * Whoever has the link can use it, so it is texted only to the user's own number. Phones fetch the links in
 * texts to show previews.
 */

const LIFE_MS = 10 * 60_000;
/**
 * Milliseconds for which a link is remembered after its end, so that its page can say that the link was used.
 */
const REMEMBERED_MS = 24 * 60 * 60_000;

export function createSignInLink(app: App, user: User): string {
  const token = randomBytes(16).toString('base64url');
  const { deleteOld, insert } = statements(app.db);
  const now = app.now();
  deleteOld.run({ before: now - REMEMBERED_MS, after: now + LIFE_MS });
  insert.run({ hash: hashOf(token), userId: user.id, expiresAt: now + LIFE_MS });
  return `${app.publicUrl}/in/${token}`;
}

export function findSignInLink(app: App, token: string): SignInLinkState {
  const link = statements(app.db).find.get({ hash: hashOf(token) });
  if (link?.usedAt != null) return { state: 'used', user: null };
  const user = link && isAhead(app, link.expiresAt, LIFE_MS) ? findUser(app, link.userId) : null;
  if (!user) return { state: 'expired', user: null };
  return {
    state: 'open',
    user: { id: user.id, name: nameOrNull(user), phoneNumber: maskPhone(user.phone) },
  };
}

export function redeemSignInLink(app: App, token: string): User {
  return transaction(app.db, () => {
    const { state, user: shown } = findSignInLink(app, token);
    const user = shown && findUser(app, shown.id);
    if (!user)
      throw new VisibleError(
        state === 'used' ? 'link_used' : 'link_expired',
        state === 'used' ? 'This link has been used already.' : 'This link has expired.',
      );
    statements(app.db).use.run({ hash: hashOf(token), now: app.now() });
    markActive(app, user.id);
    return user;
  });
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type Link = typeof signInLinks.$inferSelect;

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Omit<Link, 'usedAt'>>(
    'insert into sign_in_links (hash, user_id, expires_at) values ($hash, $userId, $expiresAt)',
  ),
  find: $client.prepare<Omit<Link, 'hash'>, { hash: string }>(`
    select user_id as userId, used_at as usedAt, expires_at as expiresAt from sign_in_links
     where hash = $hash`),
  use: $client.prepare<unknown, { hash: string; now: number }>(
    'update sign_in_links set used_at = $now where hash = $hash',
  ),
  deleteOld: $client.prepare<unknown, { before: number; after: number }>(
    'delete from sign_in_links where expires_at < $before or expires_at > $after',
  ),
}));

import { ECDH } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import {
  PUSH_SUBSCRIPTIONS_MAX,
  type PushSubscription,
  type PushSubscriptionInput,
} from '../../contract/push';
import { type Done, succeeded } from '../../contract/text';

/** A foreign key deletes the subscription with its session. */

export const listSubscriptions = (app: App, user: User, current: string): PushSubscription[] =>
  statements(app.db).list.all({ user: user.id, current, now: app.now() }).map(toSubscription);

export function subscribe(
  app: App,
  user: User,
  sessionId: string,
  { endpoint, keys, showsText }: PushSubscriptionInput,
): PushSubscription {
  if (!app.web.mayPost(endpoint))
    throw new VisibleError('push_endpoint_invalid', 'The endpoint is not the address of a push service.');
  requirePublicKey(keys.p256dh);
  return transaction(app.db, () => {
    const { removeOther, upsert, removeOldest } = statements(app.db);
    removeOther.run({ endpoint, session: sessionId });
    const shows = showsText === undefined ? null : Number(showsText);
    upsert.run({ session: sessionId, endpoint, ...keys, shows, now: app.now() });
    removeOldest.run({ user: user.id, session: sessionId });
    return listSubscriptions(app, user, sessionId)[0]!;
  });
}

export function setShowsText(
  app: App,
  user: User,
  current: string,
  { id, showsText }: { id: number; showsText: boolean },
): PushSubscription {
  const { changes } = statements(app.db).setShows.run({ user: user.id, id, shows: Number(showsText) });
  if (changes === 0) throw notFound('Browser');
  return listSubscriptions(app, user, current).find((subscription) => subscription.id === id)!;
}

export function unsubscribe(app: App, user: User, id: number): Done {
  if (statements(app.db).remove.run({ user: user.id, id }).changes === 0) throw notFound('Browser');
  return succeeded('That browser gets no more pushes.');
}

/** Nothing can be encrypted with a key that is no point of P-256. */
function requirePublicKey(key: string): void {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
  } catch {
    throw new VisibleError('push_keys_invalid', 'The keys of the subscription are not valid.');
  }
}

type Row = Pick<PushSubscription, 'id' | 'browser' | 'system'> &
  Record<'current' | 'showsText' | 'failing' | 'createdAt', number> & { takenAt: number | null };

const toSubscription = (row: Row): PushSubscription => ({
  ...row,
  current: row.current === 1,
  showsText: row.showsText === 1,
  createdAt: new Date(row.createdAt).toISOString(),
  takenAt: row.takenAt === null ? null : new Date(row.takenAt).toISOString(),
  failing: row.failing === 1,
});

type OfUser = { user: number; id: number };

const OF_USER = 'session_id in (select id from sessions where user_id = $user and number = $id)';

const statements = prepared(({ $client }) => ({
  list: $client.prepare<Row, { user: number; current: string; now: number }>(`
    select s.number as id, s.id = $current as current, s.browser, s.system, p.shows_text as showsText,
           p.created_at as createdAt, p.taken_at as takenAt, p.error is not null as failing
      from sessions s cross join push_subscriptions p on p.session_id = s.id
     where s.user_id = $user and s.expires_at > $now
     order by s.id = $current desc, p.created_at desc, s.number`),
  // when another person signs in to the same browser, its endpoint moves to the new session
  removeOther: $client.prepare<unknown, { endpoint: string; session: string }>(`
    delete from push_subscriptions where endpoint = $endpoint and session_id <> $session`),
  upsert: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into push_subscriptions (session_id, endpoint, p256dh, auth, shows_text, created_at)
    values ($session, $endpoint, $p256dh, $auth, coalesce($shows, 0), $now)
        on conflict (session_id) do update
       set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
           shows_text = coalesce($shows, shows_text), error = null`),
  removeOldest: $client.prepare<unknown, { user: number; session: string }>(`
    delete from push_subscriptions where session_id in (
      select s.id from sessions s cross join push_subscriptions p on p.session_id = s.id
       where s.user_id = $user
       order by s.id = $session desc, p.created_at desc limit -1 offset ${PUSH_SUBSCRIPTIONS_MAX})`),
  setShows: $client.prepare<unknown, OfUser & { shows: number }>(`
    update push_subscriptions set shows_text = $shows where ${OF_USER}`),
  remove: $client.prepare<unknown, OfUser>(`delete from push_subscriptions where ${OF_USER}`),
}));

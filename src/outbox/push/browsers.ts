import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import type { Browser, PushResult } from './send';

export type PushedBrowser = Browser & { sessionId: string; showsText: number };

/** Returns false if the person has chosen texts instead of pushes for any of these boards. */
export const isPushed = (app: App, phone: string, boards: number[]): boolean =>
  statements(app.db).isPushed.get({ phone, boards: JSON.stringify(boards), now: app.now() }) !== null;

export const listBrowsers = (app: App, phone: string): PushedBrowser[] =>
  statements(app.db).list.all({ phone, now: app.now() });

/** If the result is `gone`, deletes the subscription, unless the browser has subscribed again since. */
export function noteResult(app: App, { sessionId, endpoint }: PushedBrowser, result: PushResult): void {
  const { noteTaken, noteFailure, remove } = statements(app.db);
  const key = { sessionId, endpoint };
  transaction(app.db, () => {
    if (result.state === 'taken') noteTaken.run({ ...key, now: app.now() });
    else if (result.state === 'gone') remove.run(key);
    else noteFailure.run({ ...key, error: 'error' in result ? result.error : 'The push was too large.' });
  });
}

type Key = { sessionId: string; endpoint: string };

const OF_PHONE = `
  users u cross join sessions s on s.user_id = u.id cross join push_subscriptions p on p.session_id = s.id
 where u.phone = +$phone and s.expires_at > +$now`;

const KEY = 'session_id = $sessionId and endpoint = $endpoint';

const statements = prepared(({ $client }) => ({
  isPushed: $client.prepare<unknown, { phone: string; boards: string; now: number }>(`
    select 1 from ${OF_PHONE} and not exists (
      select 1 from json_each($boards) board cross join memberships v
          on v.board_id = board.value and v.user_id = u.id where not v.by_push)
     limit 1`),
  list: $client.prepare<PushedBrowser, { phone: string; now: number }>(`
    select p.session_id as sessionId, p.endpoint, p.p256dh, p.auth, p.shows_text as showsText from ${OF_PHONE}`),
  noteTaken: $client.prepare<unknown, Key & { now: number }>(`
    update push_subscriptions set taken_at = $now, error = null where ${KEY}`),
  noteFailure: $client.prepare<unknown, Key & { error: string }>(`
    update push_subscriptions set error = $error where ${KEY}`),
  remove: $client.prepare<unknown, Key>(`delete from push_subscriptions where ${KEY}`),
}));

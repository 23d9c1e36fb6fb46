import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { ignoreDiskErrors } from '../../app/disk-errors';
import type { EndReason } from '../../contract/auth';

const KEPT_MS = 30 * 86_400_000;

/**
 * Which sessions end: all sessions of `user`, except the session with the id `except` if it is given; or the
 * session of `user` with this `number`; or all sessions that have expired by the time `expiredAt`.
 */
type Ending = { user: number; except?: string } | { user: number; number: number } | { expiredAt: number };

/** Does nothing if the disk is full, because signing out must work then too. */
export function recordEnd(app: App, reason: EndReason, ending: Ending): void {
  const { recordExpired, recordOfUser } = statements(app.db);
  const end = { reason, now: app.now() };
  ignoreDiskErrors(() =>
    'expiredAt' in ending
      ? recordExpired.run({ ...ending, ...end })
      : recordOfUser.run({ number: null, except: null, ...ending, ...end }),
  );
}

export const findEndReason = (app: App, id: string): EndReason | null =>
  statements(app.db).find.get({ id, now: app.now() })?.reason ?? null;

export const forgetOldEnds = (app: App) =>
  statements(app.db).forget.run({ from: app.now() - KEPT_MS, to: app.now() + KEPT_MS });

type End = { reason: EndReason; now: number };

const statements = prepared(({ $client }) => ({
  recordExpired: $client.prepare<unknown, End & { expiredAt: number }>(`
    insert or replace into ended_sessions (id, reason, ended_at)
    select id, $reason, $now from sessions where expires_at <= +$expiredAt`),
  recordOfUser: $client.prepare<
    unknown,
    End & { user: number; number: number | null; except: string | null }
  >(`
    insert or replace into ended_sessions (id, reason, ended_at)
    select id, $reason, $now from sessions
     where user_id = +$user and number = coalesce($number, number) and id <> coalesce($except, '')`),
  // an expired session that is not deleted yet may have no row in ended_sessions
  find: $client.prepare<{ reason: EndReason }, { id: string; now: number }>(`
    select reason from ended_sessions where id = $id
    union all select 'expired' from sessions where id = $id and expires_at <= $now limit 1`),
  forget: $client.prepare<unknown, { from: number; to: number }>(
    'delete from ended_sessions where ended_at < $from or ended_at > $to',
  ),
}));

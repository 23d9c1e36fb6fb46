import { createHmac, timingSafeEqual } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { chargeRateLimits } from '../../app/rate-limits';
import { isBlocked } from '../../outbox/blocked-numbers';
import { type Actor, tellOwner } from '../../people/auth/told';
import { findUser } from '../../people/users';

/** An HMAC of `users.calendar`, which counts the person's URLs and is negative once the last was ended. */

export const calendarUrl = (app: App, { id, calendar }: Pick<User, 'id' | 'calendar'>): string | null =>
  calendar > 0 ? `${app.publicUrl}/api/calendars/${id}-${secretOf(app, id, calendar)}.ics` : null;

export function renewCalendar(app: App, user: User, actor: Actor): string | null {
  return transaction(app.db, () => {
    chargeRateLimits(app, { 'address of a calendar by a person a day': user.id });
    const { calendar } = statements(app.db).renew.get({ id: user.id })!;
    tellOwner(app, user, actor, { act: 'calendar renewed' });
    return calendarUrl(app, { id: user.id, calendar });
  });
}

export function endCalendar(app: App, user: User): void {
  statements(app.db).end.run({ id: user.id });
}

export function findCalendar(app: App, address: string): User | null {
  const [, id, secret = ''] = /^([1-9]\d{0,14})-([\w-]{22})\.ics$/.exec(address) ?? [];
  const user = id ? findUser(app, Number(id)) : null;
  if (!user || user.calendar <= 0 || isBlocked(app, user.phone)) return null;
  const expected = secretOf(app, user.id, user.calendar);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(secret)) ? user : null;
}

const secretOf = (app: App, userId: number, calendar: number): string =>
  createHmac('sha256', app.secret)
    .update(`calendar ${userId} ${calendar}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

const statements = prepared(({ $client }) => ({
  renew: $client.prepare<{ calendar: number }, { id: number }>(`
    update users set calendar = abs(calendar) + 1 where id = $id returning calendar`),
  end: $client.prepare<unknown, { id: number }>(`
    update users set calendar = -calendar where id = $id and calendar > 0`),
}));

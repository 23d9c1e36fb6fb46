import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { isOperator } from '../app/trpc';
import type { BlockedNumber } from '../contract/blocked-numbers';
import { formatPhone, nameOrNull } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { dropTextsTo } from '../outbox/outbox';
import { findUserByPhone, parsePhone } from '../people/users';
import { endSignIns } from './sign-ins';

export const listBlockedNumbers = (app: App): BlockedNumber[] =>
  statements(app.db)
    .list.all()
    .map(({ id, phone, reason, blockedAt, firstName, lastName, byFirst, byLast, byPhone }) => ({
      id,
      phoneNumber: phone,
      displayName: nameOrNull({ firstName, lastName }),
      reason,
      blockedAt: new Date(blockedAt).toISOString(),
      blockedBy: byPhone && (nameOrNull({ firstName: byFirst, lastName: byLast }) ?? byPhone),
    }));

/** The reason of a number that is blocked already is replaced. */
export function blockNumber(
  app: App,
  operator: User,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
): Done {
  const phone = parsePhone(app, phoneNumber);
  return transaction(app.db, () => {
    const user = findUserByPhone(app, phone);
    if (app.config.adminPhones.includes(phone) || (user && isOperator(app, user)))
      throw new VisibleError('operator_number', 'This is the number of an operator.');
    statements(app.db).insert.run({ phone, reason, operator: operator.id, now: app.now() });
    statements(app.db).deleteCodes.run({ phone });
    dropTextsTo(app, phone, 'The number was blocked.');
    if (user) endSignIns(app, operator, user.id);
    app.log.info({ operator: operator.id, user: user?.id }, 'operator blocked a number');
    return succeeded(`${formatPhone(phone)} is blocked.`);
  });
}

export function unblockNumber(app: App, operator: User, id: number): Done {
  const removed = statements(app.db).remove.get({ id });
  if (!removed) throw notFound('Blocked number');
  app.log.info({ operator: operator.id }, 'operator unblocked a number');
  return succeeded(`${formatPhone(removed.phone)} is not blocked any more.`);
}

type Row = { id: number; phone: string; reason: string; blockedAt: number } & Record<
  'firstName' | 'lastName' | 'byFirst' | 'byLast' | 'byPhone',
  string | null
>;

const statements = prepared(({ $client }) => ({
  list: $client.prepare<Row, []>(`
    select n.id, n.phone, n.reason, n.blocked_at as blockedAt, u.first_name as firstName, u.last_name as lastName,
           o.first_name as byFirst, o.last_name as byLast, o.phone as byPhone
      from blocked_numbers n left join users u on u.phone = n.phone left join users o on o.id = n.blocked_by
     order by n.blocked_at desc, n.id desc`),
  insert: $client.prepare<unknown, { phone: string; reason: string; operator: number; now: number }>(`
    insert into blocked_numbers (phone, reason, blocked_by, blocked_at) values ($phone, $reason, $operator, $now)
        on conflict (phone) do update set reason = $reason, blocked_by = $operator`),
  deleteCodes: $client.prepare<unknown, { phone: string }>('delete from codes where phone = $phone'),
  remove: $client.prepare<{ phone: string }, { id: number }>(
    'delete from blocked_numbers where id = $id returning phone',
  ),
}));

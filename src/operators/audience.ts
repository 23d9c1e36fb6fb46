import { and, count, desc, eq, gt, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { outbox, phones, users } from '../../db/schema';
import type { App } from '../app/app';
import type { Audience } from '../contract/admin';
import { UNREACHABLE_AFTER } from '../outbox/outbox';

const RECENT_PRICES_MS = 30 * 86_400_000;

export function estimateAudience(app: App): Audience {
  const countUsers = (condition: SQL | undefined) =>
    app.db
      .select({ count: count() })
      .from(users)
      .leftJoin(phones, eq(phones.phone, users.phone))
      .where(condition)
      .get()?.count ?? 0;
  const failures = sql`coalesce(${phones.failures}, 0)`;
  return {
    people: countUsers(and(isNull(phones.stoppedAt), sql`${failures} < ${UNREACHABLE_AFTER}`)),
    optedOut: countUsers(isNotNull(phones.stoppedAt)),
    unreachable: countUsers(and(isNull(phones.stoppedAt), gte(failures, UNREACHABLE_AFTER))),
    pace: app.config.broadcastPace,
    price: recentPrice(app),
  };
}

/** The gateway writes a price as `-0.00790 USD`. */
function recentPrice(app: App): Audience['price'] {
  const [amount, currency] = [
    sql<number>`sum(abs(cast(price as real))) / sum(segments)`,
    sql<string>`substr(price, instr(price, ' ') + 1)`,
  ];
  const row = app.db
    .select({ amount, currency })
    .from(outbox)
    .where(and(isNotNull(outbox.price), gt(outbox.createdAt, app.now() - RECENT_PRICES_MS)))
    .groupBy(currency)
    .orderBy(desc(count()))
    .limit(1)
    .get();
  return row && row.amount > 0 ? row : null;
}

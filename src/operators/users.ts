import { asc, count, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { type User, users } from '../../db/schema';
import { emptyLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { isOperator } from '../app/trpc';
import type { AdminUser, UserSort, UsersInput } from '../contract/admin';
import { countOf } from '../contract/counts';
import { PLACEHOLDER_NAME } from '../contract/limits';
import { nameOrNull } from '../contract/people';
import type { Done } from '../contract/text';
import { deleteAccount } from '../messages/delete-account';

/** Maximum number of accounts deleted in one transaction. */
const BATCH = 5;

const fullName = sql<string>`iif(${users.firstName} = ${PLACEHOLDER_NAME} and ${users.lastName} = ${PLACEHOLDER_NAME}, '',
  trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')))`;
// SQL for the number of messages of a user. The columns are written with their table names in plain SQL,
// because drizzle would leave out the table names.
const messageCount = sql<number>`(select count(*) from messages where messages.sender_id = users.id)`;

const SORTS: Record<UserSort, SQL> = {
  id: sql`${users.id}`,
  phone: sql`${users.phone}`,
  name: sql`nullif(${fullName}, '') collate nocase`,
  messages: messageCount,
  created: sql`${users.createdAt}`,
  active: sql`${users.lastActiveAt}`,
};

export function listUsers(
  { db }: App,
  { search, sort = 'id', order = 'desc', limit = Number.MAX_SAFE_INTEGER, offset = 0 }: UsersInput,
): AdminUser[] {
  const by = order === 'asc' ? asc : desc;
  const column = SORTS[sort];
  // users without a name or without activity come last in both orders. Other columns are never null, so they
  // do not get this extra sort key, which would keep SQLite from using an index
  const nullsLast = sort === 'name' || sort === 'active' ? [sql`${column} is null`] : [];
  return db
    .select({ user: users, messageCount })
    .from(users)
    .where(matching(search))
    .orderBy(...nullsLast, by(column), by(users.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ user, messageCount }) => toAdminUser(user, messageCount));
}

export const countUsers = ({ db }: App, search?: string): number =>
  db.select({ count: count() }).from(users).where(matching(search)).get()?.count ?? 0;

/**
 * Returns the SQL condition for a search by a part of a name, or by digits of a phone number with or without
 * separators.
 */
function matching(search = ''): SQL | undefined {
  const words = search.trim().replaceAll('\0', '');
  if (!words) return undefined;
  const pattern = `%${words.replace(/[%_\\]/g, '\\$&')}%`;
  const digits = /^[\d\s().+-]+$/.test(words) ? words.replace(/\D/g, '') : '';
  return or(
    sql`${fullName} like ${pattern} escape '\\'`,
    digits ? like(users.phone, `%${digits}%`) : undefined,
  );
}

export function removeUser(app: App, operator: User, id: number): Done {
  if (removeBatch(app, operator, [id]) === 0) throw notFound('User');
  return { success: true, message: 'User and all associated data have been removed.' };
}

/**
 * Throws FORBIDDEN if `operator` is no operator any more; accounts of earlier batches are then already
 * deleted.
 */
export async function removeUsers(
  app: App,
  operator: User,
  ids: number[],
): Promise<Done & { deletedCount: number }> {
  const distinct = [...new Set(ids)];
  refuseSelf(operator, distinct);
  let deletedCount = 0;
  for (let start = 0; start < distinct.length; start += BATCH) {
    deletedCount += removeBatch(app, operator, distinct.slice(start, start + BATCH));
    await Bun.sleep(0); // lets other requests run
  }
  const message = `${countOf(deletedCount, 'user')} deleted`;
  return { success: true, message, deletedCount };
}

function removeBatch(app: App, operator: User, ids: number[]): number {
  refuseSelf(operator, ids);
  const removed = transaction(app.db, () => {
    // checked again in the transaction, so that at least one operator remains if two operators delete each
    // other at the same time
    const current = app.db.select().from(users).where(eq(users.id, operator.id)).get();
    if (!current || !isOperator(app, current))
      throw new VisibleError('operators_only', 'Admin access required');
    const found = app.db.select().from(users).where(inArray(users.id, ids)).all();
    for (const user of found) deleteAccount(app, user);
    app.log.info({ operator: operator.id, removed: found.map(({ id }) => id) }, 'operator removed accounts');
    return found.length;
  });
  emptyLog(app.db);
  return removed;
}

function refuseSelf(operator: User, ids: number[]) {
  if (ids.includes(operator.id))
    throw new VisibleError('own_account', 'You cannot delete your own account here.');
}

const toAdminUser = (user: User, messageCount: number): AdminUser => ({
  id: user.id,
  phoneNumber: user.phone,
  displayName: nameOrNull(user),
  messageCount,
  createdAt: new Date(user.createdAt).toISOString(),
  lastActivity: user.lastActiveAt === null ? null : new Date(user.lastActiveAt).toISOString(),
});

import { asc, count, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { transaction, truncateWal } from '../../db/open';
import { type User, users } from '../../db/schema';
import { deleteAccount } from '../accounts/accounts';
import type { App } from '../app';
import type { AdminUser, UserSort, UsersInput } from '../contract/admin';
import { notFound, VisibleError } from '../errors';
import { isOperator } from '../trpc';
import { withoutPlaceholder } from '../users/users';

const fullName = sql<string>`trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`;
// For each row that is shown, not for all: by the sender's index, a count is a short walk. Written out, because
// drizzle leaves the tables' names away.
const messageCount = sql<number>`(select count(*) from messages where messages.sender_id = users.id)`;

const SORTS: Record<UserSort, SQL> = {
  id: sql`${users.id}`,
  phone: sql`${users.phone}`,
  name: sql`nullif(${fullName}, '') collate nocase`,
  messages: messageCount,
  created: sql`${users.createdAt}`,
  active: sql`${users.lastActiveAt}`,
};

/** Accounts as operators see them: newest first unless sorted, all of them without `limit`. */
export function listUsers(
  { db }: App,
  { search, sort = 'id', order = 'desc', limit = Number.MAX_SAFE_INTEGER, offset = 0 }: UsersInput,
): AdminUser[] {
  const by = order === 'asc' ? asc : desc;
  const column = SORTS[sort];
  // who has no name, or was never here, comes last either way; of the others nothing is asked, so an index can serve
  const first = sort === 'name' || sort === 'active' ? [sql`${column} is null`] : [];
  return db
    .select({ user: users, messageCount })
    .from(users)
    .where(matching(search))
    .orderBy(...first, by(column), by(users.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ user, messageCount }) => toAdminUser(user, messageCount));
}

/** How many there are in all, or that a search finds. */
export const countUsers = ({ db }: App, search?: string): number =>
  db.select({ count: count() }).from(users).where(matching(search)).get()?.count ?? 0;

/** Part of a name, or the digits of a number however they are written. */
function matching(search = ''): SQL | undefined {
  const typed = search.trim().replaceAll('\0', '');
  if (!typed) return undefined;
  const part = (text: string) => `%${text.replace(/[%_\\]/g, '\\$&')}%`;
  const digits = /^[\d\s().+-]+$/.test(typed) ? typed.replace(/\D/g, '') : '';
  return or(
    sql`${fullName} like ${part(typed)} escape '\\'`,
    digits ? like(users.phone, `%${digits}%`) : undefined,
  );
}

/** Deletes an account with everything that is theirs. 404 without it; operators cannot delete themselves. */
export function removeUser(app: App, operator: User, id: number): void {
  if (removeAll(app, operator, [id]) === 0) throw notFound('User');
}

/** Accounts of one transaction: others get their turn in between. */
const AT_ONCE = 5;

/** Deletes many, and answers how many there were. Nobody is, when the operator is among them. */
export async function removeUsers(app: App, operator: User, ids: number[]): Promise<number> {
  const distinct = [...new Set(ids)];
  refuseSelf(operator, distinct);
  let removed = 0;
  for (let at = 0; at < distinct.length; at += AT_ONCE) {
    removed += removeAll(app, operator, distinct.slice(at, at + AT_ONCE));
    await Bun.sleep(0);
  }
  return removed;
}

function removeAll(app: App, operator: User, ids: number[]): number {
  refuseSelf(operator, ids);
  const removed = transaction(app.db, () => {
    // asked again, in the transaction: of two operators who delete each other at once, one stays
    const still = app.db.select().from(users).where(eq(users.id, operator.id)).get();
    if (!still || !isOperator(app, still)) throw new VisibleError('FORBIDDEN', 'Admin access required');
    const found = app.db.select().from(users).where(inArray(users.id, ids)).all();
    for (const user of found) deleteAccount(app, user);
    app.log.info({ operator: operator.id, removed: found.map(({ id }) => id) }, 'operator removed accounts');
    return found.length;
  });
  truncateWal(app.db);
  return removed;
}

function refuseSelf(operator: User, ids: number[]) {
  if (ids.includes(operator.id))
    throw new VisibleError('BAD_REQUEST', 'You cannot delete your own account here.');
}

/** The name as it was given; none for who has none, or skipped the setup. */
export const givenName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(withoutPlaceholder).join(' ') || null;

const toAdminUser = (user: User, messageCount: number): AdminUser => ({
  id: user.id,
  phoneNumber: user.phone,
  displayName: givenName(user),
  messageCount,
  createdAt: new Date(user.createdAt).toISOString(),
  lastActivity: user.lastActiveAt === null ? null : new Date(user.lastActiveAt).toISOString(),
});

import { count, eq, gt } from 'drizzle-orm';
import { boards, messages, users } from '../../db/schema';
import type { App } from '../app';
import type { Stats } from '../contract/admin';

const RECENT_MS = 7 * 86_400_000;

/** The four figures of the panel (spec 2, Admin dashboard). */
export function stats({ db, now }: App): Stats {
  const of = { count: count() };
  return {
    totalUsers: db.select(of).from(users).get()?.count ?? 0,
    totalMessages: db.select(of).from(messages).get()?.count ?? 0,
    totalSharedBoards: db.select(of).from(boards).where(eq(boards.shared, true)).get()?.count ?? 0,
    recentSignups:
      db
        .select(of)
        .from(users)
        .where(gt(users.createdAt, now() - RECENT_MS))
        .get()?.count ?? 0,
  };
}

import { count, eq, gt } from 'drizzle-orm';
import { boards, messages, users } from '../../db/schema';
import type { App } from '../app/app';
import type { Stats } from '../contract/admin';

const RECENT_MS = 7 * 86_400_000;

export function getStats({ db, now }: App): Stats {
  const counted = { count: count() };
  return {
    totalUsers: db.select(counted).from(users).get()?.count ?? 0,
    totalMessages: db.select(counted).from(messages).get()?.count ?? 0,
    totalSharedBoards: db.select(counted).from(boards).where(eq(boards.shared, true)).get()?.count ?? 0,
    recentSignups:
      db
        .select(counted)
        .from(users)
        .where(gt(users.createdAt, now() - RECENT_MS))
        .get()?.count ?? 0,
  };
}

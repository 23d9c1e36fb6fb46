import { and, desc, eq, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { boards, memberships, type User } from '../../db/schema';
import type { App } from '../app';
import { requireSharedBoard } from '../boards/boards';
import type { NotificationPreference } from '../contract/notifications';
import { bumpUser } from '../users/versions';

const ofUser = prepared((db) =>
  db
    .select({ boardId: memberships.boardId, smsEnabled: memberships.smsEnabled })
    .from(memberships)
    .innerJoin(boards, and(eq(boards.id, memberships.boardId), eq(boards.shared, true)))
    .where(eq(memberships.userId, sql.placeholder('user')))
    .orderBy(desc(boards.id))
    .prepare(),
);

/** Whether posts are texted to the user, for each shared board they are on, in the order of the boards. On, until they mute it. */
export const preferences = (app: App, user: User): NotificationPreference[] =>
  ofUser(app.db).all({ user: user.id }).map(toPreference);

/** Mutes a board for this user, or lets it be heard again. */
export function setPreference(
  app: App,
  user: User,
  boardId: number,
  smsEnabled: boolean,
): NotificationPreference {
  transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId);
    app.db
      .update(memberships)
      .set({ smsEnabled })
      .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, user.id)))
      .run();
    bumpUser(app, user.id);
  });
  return toPreference({ boardId, smsEnabled });
}

const toPreference = ({ boardId, smsEnabled }: { boardId: number; smsEnabled: boolean }) => ({
  boardId,
  smsEnabled: smsEnabled ? ('true' as const) : ('false' as const),
});

import { and, eq, sql } from 'drizzle-orm';
import { transaction, truncateWal } from '../../db/open';
import {
  boards,
  codes,
  inbound,
  invites,
  memberships,
  messages,
  outbox,
  phones,
  simulatorPhones,
  simulatorTexts,
  type User,
  users,
} from '../../db/schema';
import type { App } from '../app';
import { deleteBoardOfOwner } from '../boards/sharing';
import { remove } from '../messages/messages';
import { eraseTextsNaming } from '../outbox/outbox';
import { nameInText } from '../users/users';
import { bumpViewersOfUser } from '../users/versions';

/**
 * Ends an account, by its user or by an operator: messages, memberships, sessions, media, codes and texts go; of
 * the shared boards they owned, the others' messages stay with their authors (design 5). Nothing remains in the
 * files: what is deleted is overwritten, and the log is emptied. Only a STOP outlives it, for the number's sake.
 */
export function deleteAccount(app: App, user: User): void {
  transaction(app.db, () => {
    bumpViewersOfUser(app, user.id);
    for (const board of ownedShared(app, user)) deleteBoardOfOwner(app, user, board);
    const sent = app.db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.senderId, user.id))
      .all();
    remove(
      app,
      sent.map(({ id }) => id),
    );
    app.db.delete(users).where(eq(users.id, user.id)).run(); // and by cascade all that is only theirs
    forgetPhone(app, user.phone);
    eraseTextsNaming(app, nameInText(user));
  });
  truncateWal(app.db);
}

const ownedShared = (app: App, user: User) =>
  app.db
    .select({ id: boards.id, tag: memberships.tag, shared: boards.shared, role: memberships.role })
    .from(boards)
    .innerJoin(memberships, and(eq(memberships.boardId, boards.id), eq(memberships.userId, user.id)))
    .where(and(eq(boards.ownerId, user.id), eq(boards.shared, true)))
    .all();

function forgetPhone(app: App, phone: string) {
  for (const table of [codes, invites, outbox, simulatorTexts, simulatorPhones])
    app.db.delete(table).where(eq(table.phone, phone)).run();
  // a text that is delivered again must still find its row
  app.db.update(inbound).set({ phone: '' }).where(eq(inbound.phone, phone)).run();
  app.db
    .delete(phones)
    .where(and(eq(phones.phone, phone), sql`stopped_at is null`))
    .run();
  app.db.update(phones).set({ welcomedAt: null, failures: 0 }).where(eq(phones.phone, phone)).run();
}

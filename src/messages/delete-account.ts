import { and, eq, isNull } from 'drizzle-orm';
import { transaction } from '../../db/open';
import {
  boardInvites,
  codes,
  inbound,
  invites,
  messages,
  outbox,
  phones,
  signInTexts,
  simulatorMails,
  simulatorPhones,
  simulatorTexts,
  type User,
  users,
} from '../../db/schema';
import { emptyLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import { ownedSharedBoards, sharedBoardIds } from '../boards/boards';
import { deleteBoardOfOwner } from '../boards/leaving';
import { nameInText } from '../contract/people';
import { eraseConsents } from '../outbox/consent';
import { eraseNumberOfCosts } from '../outbox/costs';
import { emitOfMember } from '../outbox/hooks';
import { eraseTextsNaming } from '../outbox/outbox';
import { recordEnd } from '../people/auth/ended-sessions';
import { namesGivenTo } from '../people/given-names';
import { bumpViewersOfUser } from '../people/versions';
import { remove } from './messages';

/**
 * Deletes an account with the data of its user (docs/product/people.md: Deleting an account). Other people's
 * messages on shared boards of the user stay with their senders. The deleted data does not remain in the
 * database's files: `secure_delete` overwrites the rows, and the write-ahead log is emptied. A STOP of the
 * user is kept, because it belongs to the phone number and not to the account.
 */
export function deleteAccount(app: App, user: User): void {
  recordEnd(app, 'deleted', { user: user.id });
  transaction(app.db, () => {
    bumpViewersOfUser(app, user.id);
    const given = namesGivenTo(app, user);
    for (const board of ownedSharedBoards(app, user)) deleteBoardOfOwner(app, user, board);
    for (const id of sharedBoardIds(app, user)) emitOfMember(app, 'member.left', id, user.id);
    const sent = app.db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.senderId, user.id))
      .all();
    remove(
      app,
      sent.map(({ id }) => id),
    );
    app.db.delete(users).where(eq(users.id, user.id)).run(); // the cascade deletes sessions, memberships and media
    eraseNumber(app, user.phone);
    eraseTextsNaming(app, nameInText(user));
    for (const firstName of given)
      eraseTextsNaming(app, nameInText({ firstName, lastName: null, phone: user.phone }));
  });
  emptyLog(app.db);
}

/** Of a number without an account, too. */
export function eraseNumber(app: App, phone: string) {
  eraseNumberOfCosts(app, phone);
  eraseConsents(app, phone);
  for (const table of [
    codes,
    signInTexts,
    invites,
    boardInvites,
    outbox,
    simulatorTexts,
    simulatorMails,
    simulatorPhones,
  ])
    app.db.delete(table).where(eq(table.phone, phone)).run();
  // the rows of received texts stay, because a text that the gateway delivers again is recognised by its row
  app.db.update(inbound).set({ phone: '' }).where(eq(inbound.phone, phone)).run();
  app.db
    .delete(phones)
    .where(and(eq(phones.phone, phone), isNull(phones.stoppedAt)))
    .run();
  app.db.update(phones).set({ welcomedAt: null, failures: 0 }).where(eq(phones.phone, phone)).run();
}

import { and, desc, eq, sql } from 'drizzle-orm';
import { memberships, messages, placements, users } from '../../db/schema';
import type { App } from '../app/app';
import type { FeedbackMessage } from '../contract/admin';
import { withoutHashtags } from '../contract/hashtags';
import { FEEDBACK_TAG } from '../contract/limits';
import type { Page } from '../contract/messages';
import { nameOrNull } from '../contract/people';

/** The hashtags are removed from the messages, because most of them name private boards. */
export function listFeedback({ db }: App, { limit = -1, before }: Page): FeedbackMessage[] {
  const older = sql`(${placements.createdAt}, ${placements.messageId}) < (
    select created_at, id from messages where id = ${before})`;
  return (
    db
      .select({ message: messages, user: users })
      .from(memberships)
      .innerJoin(placements, eq(placements.boardId, memberships.boardId))
      .innerJoin(messages, eq(messages.id, placements.messageId))
      .innerJoin(users, eq(users.id, messages.senderId))
      // the tag is a literal, so that SQLite can use the partial index of these boards
      .where(and(sql.raw(`memberships.tag = '${FEEDBACK_TAG}'`), before === undefined ? undefined : older))
      .orderBy(desc(placements.createdAt), desc(placements.messageId))
      .limit(limit)
      .all()
      .map(({ message, user }) => ({
        id: message.id,
        content: withoutHashtags(message.content),
        timestamp: new Date(message.createdAt).toISOString(),
        userId: user.id,
        phoneNumber: user.phone,
        displayName: nameOrNull(user),
      }))
  );
}

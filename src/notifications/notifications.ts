import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { enqueue } from '../outbox/outbox';
import { excerptOf, newPostsText } from '../outbox/texts';

/** What follows a notification within this time is gathered into the next one (design 6). */
const GATHER_MS = 60_000;

/**
 * Tells the members of a shared board of a post, in the transaction of the post: at once, or gathered with others
 * when they have been told of this board within the last minute. Never the author, nor who has muted it; and of
 * one message nobody twice, however many of their boards it is on.
 */
export function notifyMembers(app: App, messageId: number, boardId: number): void {
  const at = app.now();
  const told = { board: boardId, message: messageId, since: at - GATHER_MS };
  for (const member of toTellNow(app.db).all(told)) tell(app, member, boardId, at);
  noteForLater(app.db).run({ ...told, at });
}

/** Sends what has been gathered for a minute. Posts that were deleted, boards that were left or muted meanwhile are not in it. */
export function sendGatheredNotifications(app: App): void {
  const at = app.now();
  for (const { userId, boardId } of gathered(app.db).all({ since: at - GATHER_MS }))
    transaction(app.db, () => {
      const digest = digestOf(app.db).get({ user: userId, board: boardId });
      if (digest?.smsEnabled) tell(app, digest, boardId, at);
      forget(app.db).run({ user: userId, board: boardId });
    });
}

type Digest = Pick<User, 'firstName' | 'lastName' | 'phone'> & {
  userId: number;
  /** The member's number and tag; the names are the sender's. */
  to: string;
  tag: string;
  messageId: number;
  content: string;
  files: number;
  count: number;
  smsEnabled: number;
};

function tell(
  app: App,
  { userId, to, tag, messageId, content, files, count, ...sender }: Digest,
  boardId: number,
  at: number,
) {
  const body = newPostsText(app, { count, tag, sender, excerpt: excerptOf({ content, files }) });
  // of one message nobody hears twice, and no text is worth a second one that says the same
  const sent = enqueue(app, { to, kind: 'notification', body, dedupeKey: `post ${messageId} to ${userId}` });
  if (sent) noteTold(app.db).run({ at, board: boardId, user: userId });
}

const noteTold = prepared((db) =>
  db.$client.prepare<unknown, { at: number; board: number; user: number }>(
    'update memberships set notified_at = $at where board_id = $board and user_id = $user',
  ),
);

const POST = `
  m.id as messageId, m.content, s.first_name as firstName, s.last_name as lastName, s.phone,
  (select count(*) from media f where f.message_id = m.id) as files`;

const MEMBER = 'v.user_id as userId, u.phone as "to", v.tag, v.sms_enabled as smsEnabled';

/** Members who want to know and have heard nothing of this board for a while. */
const toTellNow = prepared((db) =>
  db.$client.prepare<Digest, { board: number; message: number; since: number }>(`
    select ${POST}, ${MEMBER}, 1 as count
      from messages m join users s on s.id = m.sender_id
      join memberships v on v.board_id = $board and v.user_id <> m.sender_id and v.sms_enabled
      join users u on u.id = v.user_id
     where m.id = $message and (v.notified_at is null or v.notified_at <= $since)
       and not exists (select 1 from pending_notifications n where n.user_id = v.user_id and n.board_id = v.board_id)`),
);

/** The others, unless the message is told or noted for them on another board already. */
const noteForLater = prepared((db) =>
  db.$client.prepare<unknown, { board: number; message: number; since: number; at: number }>(`
    insert into pending_notifications (user_id, board_id, message_id, created_at)
    select v.user_id, v.board_id, m.id, $at
      from messages m join memberships v on v.board_id = $board and v.user_id <> m.sender_id and v.sms_enabled
     where m.id = $message
       and (v.notified_at > $since or exists (
         select 1 from pending_notifications n where n.user_id = v.user_id and n.board_id = v.board_id))
       and not exists (select 1 from outbox o where o.dedupe_key = 'post ' || m.id || ' to ' || v.user_id)
       and not exists (select 1 from pending_notifications n where n.user_id = v.user_id and n.message_id = m.id)`),
);

const gathered = prepared((db) =>
  db.$client.prepare<{ userId: number; boardId: number }, { since: number }>(`
    select distinct n.user_id as userId, n.board_id as boardId
      from pending_notifications n join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
     where v.notified_at is null or v.notified_at <= $since`),
);

const digestOf = prepared((db) =>
  db.$client.prepare<Digest, { user: number; board: number }>(`
    select ${POST}, ${MEMBER}, (select count(*) from pending_notifications where user_id = $user and board_id = $board) as count
      from pending_notifications n join messages m on m.id = n.message_id join users s on s.id = m.sender_id
      join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
      join users u on u.id = v.user_id
     where n.user_id = $user and n.board_id = $board
     order by m.id desc limit 1`),
);

const forget = prepared((db) =>
  db.$client.prepare<unknown, { user: number; board: number }>(
    'delete from pending_notifications where user_id = $user and board_id = $board',
  ),
);

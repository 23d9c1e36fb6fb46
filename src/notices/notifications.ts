import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { causedAt, heldBefore } from '../outbox/held-texts';
import { isNotificationLimited } from '../outbox/limits';
import { enqueue } from '../outbox/outbox';
import { isPushed } from '../outbox/push/browsers';
import { newPostsPush, summaryPush } from '../outbox/push-words';
import { excerptOf, newPostsText, summaryText } from '../outbox/texts';

/**
 * After a notification about a board, further posts (new messages) on this board wait this many milliseconds
 * for the next notification.
 */
const GATHER_MS = 60_000;
/**
 * If a rate limit holds notifications back, a member gets a summary instead. It is sent this many
 * milliseconds after the last text about the board to the member. If there was no such text, the time begins
 * with the first waiting post.
 */
const GATHER_SUMMARY_MS = 4 * 3_600_000;

/**
 * Sends a text about a new post to the members of a shared board, except the sender and members who have
 * muted the board (docs/product.md: Notifications). Must be called in the transaction of the post. If a
 * member had a text about the board within the last minute, or other posts already wait, the post waits for a
 * later text. If the message is on several boards of a member, the member gets one text. Past a rate limit,
 * posts wait for a summary. If the member gets a digest of the board, the post waits for the digest
 * (src/notices/digests).
 */
export function notifyMembers(app: App, messageId: number, boardId: number): void {
  const { findDueNow, addPending } = statements(app.db);
  const now = app.now();
  const post = { board: boardId, message: messageId, since: now - GATHER_MS, heldBefore: heldBefore(app) };
  for (const notification of findDueNow.all({ ...post, now })) send(app, notification, boardId, now);
  addPending.run({ ...post, now });
}

/**
 * Sends the waiting notifications: one text for each member and board, once the member's last text about the
 * board is a minute old. Past a rate limit, a summary is sent hours later instead. Deletes the waiting
 * notifications of members who have muted the board since. Does not send notifications that are held after a
 * restore.
 */
export function sendGatheredNotifications(app: App): void {
  const { findGathered, findNewestPending, deletePending } = statements(app.db);
  const now = app.now();
  const held = { heldBefore: heldBefore(app) };
  for (const { userId, boardId, notifiedAt } of findGathered.all({ since: now - GATHER_MS, now, ...held }))
    transaction(app.db, () => {
      const gathered = { user: userId, board: boardId, ...held };
      const notification = findNewestPending.get(gathered);
      if (notification?.smsEnabled) {
        const byPush = isPushed(app, notification.to, [boardId]);
        const isLimited = (isSummary: boolean) =>
          isNotificationLimited(app, notification.to, { isSummary, isPushed: byPush });
        const isSummary = isLimited(false);
        const waitsSince = notifiedAt ?? notification.since;
        if (isSummary && waitsSince > now - GATHER_SUMMARY_MS && waitsSince <= now) return;
        if (isSummary && isLimited(true)) return;
        causedAt(app, notification.since, () => send(app, notification, boardId, now, isSummary));
      }
      deletePending.run(gathered);
    });
}

/**
 * Deletes the texts and pushes about messages if they are not sent yet. Erases the words of sent texts about
 * the messages. A text that is being sent keeps its words, because the worker may have to find the text at
 * the gateway by these words.
 */
export function withdrawNotifications(app: App, messageIds: number[]): void {
  const { deleteQueued, eraseBodies } = statements(app.db);
  const messages = JSON.stringify(messageIds);
  deleteQueued.run({ messages });
  eraseBodies.run({ messages });
}

/**
 * Deletes the texts and pushes about a message that are not sent yet, if they go to people who do not see the
 * message any more. Called when a message was taken off a board.
 */
export const withdrawFromFormerReaders = (app: App, messageId: number) =>
  statements(app.db).deleteUnseen.run({ message: messageId, messages: JSON.stringify([messageId]) });

/**
 * Returns the message that a user was last notified of by text before `at`, with the time of that text in
 * milliseconds UTC. Returns null if there is none. If the text was about several messages, returns the newest
 * one, which the text quotes. Summaries do not count, because they quote no message.
 */
export function lastNotifiedOf(
  app: App,
  { phone }: User,
  at: number,
): { messageId: number; sentAt: number } | null {
  const last = statements(app.db).findLast.get({ phone, at });
  return last && { messageId: Number(last.dedupeKey.split(' ')[1]), sentAt: last.sentAt };
}

/**
 * One text to one member about one or more posts. `messageId`, `content` and `files` belong to the newest
 * post. The name and number belong to the sender of that post.
 */
type Notification = {
  userId: number;
  to: string;
  /** The member's own tag for the board. */
  tag: string;
  smsEnabled: number;
  /** The number of posts. */
  count: number;
  messageId: number;
  content: string;
  files: number;
} & Pick<User, 'firstName' | 'lastName' | 'phone'>; // name and number of the sender

function send(
  app: App,
  { userId, to, tag, messageId, content, files, count, ...sender }: Notification,
  boardId: number,
  now: number,
  isSummary = false,
) {
  const body = isSummary
    ? summaryText(app, { count, tag })
    : newPostsText(app, { count, tag, sender, excerpt: excerptOf({ content, files }) });
  const dedupeKey = `${isSummary ? 'summary' : 'post'} ${messageId} to ${userId}`;
  const words = isSummary
    ? summaryPush({ count, tag })
    : newPostsPush({ count, tag, sender, messageId, content, files });
  const push = { ...words, boards: [boardId] };
  if (enqueue(app, { to, kind: 'notification', body, dedupeKey, isSummary, push }))
    statements(app.db).setNotifiedAt.run({ now, board: boardId, user: userId });
}

/** Notifications that were added before `heldBefore` are held after a restore, and not sent. */
type Held = { heldBefore: number };
type Post = { board: number; message: number; since: number } & Held;
type MemberOfBoard = { user: number; board: number };

const NEWEST_POST = `
  m.id as messageId, m.content, s.first_name as firstName, s.last_name as lastName, s.phone,
  (select count(*) from media f where f.message_id = m.id) as files`;

const MEMBER = 'v.user_id as userId, u.phone as "to", v.tag, v.sms_enabled as smsEnabled';

/**
 * SQL: the members of a board who get texts about a message. These are all members except the sender of the
 * message and the members who have muted the board.
 */
const RECIPIENTS = `
  messages m join memberships v on v.board_id = $board and v.user_id <> m.sender_id and v.sms_enabled`;

/**
 * SQL: true unless the member had a text about the board between `$since` and `$now`. A text with a time
 * after `$now` does not count, because the clock was wrong when it was sent (docs/product.md: Clock).
 */
const IS_DUE = '(v.notified_at is null or v.notified_at <= $since or v.notified_at > $now)';

/** SQL: true if the member gets a digest of the board instead of a text for each post. */
const HAS_DIGEST = `exists (
  select 1 from digests d where d.user_id = v.user_id and (d.board_id is null or d.board_id = v.board_id))`;

const HAS_PENDING = `exists (
  select 1 from pending_notifications n where n.user_id = v.user_id and n.board_id = v.board_id
                                            and n.created_at >= $heldBefore)`;

/** SQL: the ids of the texts about these messages, found by the `dedupeKey` that `send` gives a text. */
const TEXTS_ABOUT = `
  select o.id from json_each($messages) ended cross join outbox o
      on o.dedupe_key >= 'post ' || ended.value || ' to ' and o.dedupe_key < 'post ' || ended.value || ' to ~'`;

const statements = prepared(({ $client }) => ({
  findDueNow: $client.prepare<Notification, Post & { now: number }>(`
    select ${NEWEST_POST}, ${MEMBER}, 1 as count
      from ${RECIPIENTS} join users s on s.id = m.sender_id join users u on u.id = v.user_id
     where m.id = $message and ${IS_DUE} and not ${HAS_PENDING} and not ${HAS_DIGEST}`),
  // Adds a waiting notification of the message for each recipient. Skips recipients who already have a text
  // about the message, or a waiting notification of it for another board.
  addPending: $client.prepare<unknown, Post & { now: number }>(`
    insert into pending_notifications (user_id, board_id, message_id, created_at, for_digest)
    select v.user_id, v.board_id, m.id, $now, ${HAS_DIGEST} from ${RECIPIENTS}
     where m.id = $message and not exists (select 1 from outbox o where o.dedupe_key = 'post ' || m.id || ' to ' || v.user_id)
       and not exists (select 1 from pending_notifications n where n.user_id = v.user_id and n.message_id = m.id)`),
  findGathered: $client.prepare<
    { userId: number; boardId: number; notifiedAt: number | null },
    { since: number; now: number } & Held
  >(`
    select distinct n.user_id as userId, n.board_id as boardId, v.notified_at as notifiedAt
      from pending_notifications n join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
     where n.for_digest = 0 and ${IS_DUE} and n.created_at >= $heldBefore`),
  findNewestPending: $client.prepare<Notification & { since: number }, MemberOfBoard & Held>(`
    select ${NEWEST_POST}, ${MEMBER}, count(*) over () as count, min(n.created_at) over () as since
      from pending_notifications n
      join visible_messages seen
        on seen.message_id = n.message_id and seen.board_id = n.board_id and seen.reader_id = n.user_id
      join messages m on m.id = n.message_id join users s on s.id = m.sender_id
      join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
      join users u on u.id = v.user_id
     where n.user_id = $user and n.board_id = $board and n.created_at >= $heldBefore
     order by m.id desc limit 1`),
  deletePending: $client.prepare<unknown, MemberOfBoard & Held>(`
    delete from pending_notifications
     where user_id = $user and board_id = $board and created_at >= $heldBefore`),
  setNotifiedAt: $client.prepare<unknown, MemberOfBoard & { now: number }>(
    'update memberships set notified_at = $now where board_id = $board and user_id = $user',
  ),
  findLast: $client.prepare<{ dedupeKey: string; sentAt: number }, { phone: string; at: number }>(`
    select dedupe_key as dedupeKey, coalesce(sent_at, created_at) as sentAt from outbox
     where phone = +$phone and created_at <= +$at and kind = 'notification' and dedupe_key like 'post %'
       and state in ('pushing', 'pushed', 'sending', 'sent', 'delivered') and coalesce(sent_at, created_at) <= $at
     order by created_at desc, id desc limit 1`),
  deleteQueued: $client.prepare<unknown, { messages: string }>(
    `delete from outbox where state in ('held', 'limited', 'pushing', 'queued') and id in (${TEXTS_ABOUT})`,
  ),
  deleteUnseen: $client.prepare<unknown, { message: number; messages: string }>(`
    delete from outbox
     where state in ('held', 'limited', 'pushing', 'queued') and id in (${TEXTS_ABOUT}) and not exists (
      select 1 from visible_messages v join users u on u.id = v.reader_id
       where v.message_id = $message and u.phone = outbox.phone)`),
  eraseBodies: $client.prepare<unknown, { messages: string }>(
    `update outbox set body = '' where state <> 'sending' and id in (${TEXTS_ABOUT})`,
  ),
}));

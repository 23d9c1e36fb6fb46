import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { NamedUser } from '../contract/people';
import { causedAt, heldBefore } from '../outbox/held-texts';
import { isNotificationLimited } from '../outbox/limits';
import { enqueue } from '../outbox/outbox';
import { newPostsWords, summaryWords } from '../outbox/post-texts';
import { isPushed } from '../outbox/push/browsers';
import { UNSENT } from '../outbox/states';

/** Further posts on the board wait this long for the next notification. */
const GATHER_MS = 60_000;
/** Past a rate limit, a member gets a summary this long after the last text about the board. */
const GATHER_SUMMARY_MS = 4 * 3_600_000;

/** Must be called in the transaction of the post (docs/product/notices.md: Notifications). */
export function notifyMembers(app: App, messageId: number, boardId: number): void {
  const { findDueNow, addPending } = statements(app.db);
  const now = app.now();
  const post = { board: boardId, message: messageId, since: now - GATHER_MS, heldBefore: heldBefore(app) };
  for (const notification of findDueNow.all({ ...post, now })) send(app, notification, boardId, now);
  addPending.run({ ...post, now });
}

/** Past a rate limit, a summary is sent hours later instead. */
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
        const { senderId: cause } = notification;
        const isLimited = (isSummary: boolean) =>
          isNotificationLimited(app, notification.to, { cause, isSummary, isPushed: byPush });
        const isSummary = isLimited(false);
        const waitsSince = notifiedAt ?? notification.since;
        if (isSummary && waitsSince > now - GATHER_SUMMARY_MS && waitsSince <= now) return;
        if (isSummary && isLimited(true)) return;
        causedAt(app, notification.since, () => send(app, notification, boardId, now, isSummary));
      }
      deletePending.run(gathered);
    });
}

/** A text that is being sent keeps its words: the worker may have to find it at the gateway by them. */
export function withdrawNotifications(app: App, messageIds: number[]): void {
  const { deleteQueued, eraseBodies } = statements(app.db);
  const messages = JSON.stringify(messageIds);
  deleteQueued.run({ messages });
  eraseBodies.run({ messages });
}

export const withdrawFromFormerReaders = (app: App, messageId: number) =>
  statements(app.db).deleteUnseen.run({ message: messageId, messages: JSON.stringify([messageId]) });

/** Summaries do not count, because they quote no message. */
export function lastNotifiedOf(
  app: App,
  { phone }: User,
  at: number,
): { messageId: number; sentAt: number } | null {
  const last = statements(app.db).findLast.get({ phone, at });
  return last && { messageId: Number(last.dedupeKey.split(' ')[1]), sentAt: last.sentAt };
}

type Notification = {
  userId: number;
  to: string;
  tag: string;
  smsEnabled: number;
  count: number;
  messageId: number;
  senderId: number;
  content: string;
  files: number;
} & NamedUser;

function send(
  app: App,
  { userId, to, tag, messageId, content, files, count, senderId: cause, ...sender }: Notification,
  boardId: number,
  now: number,
  isSummary = false,
) {
  const { body, push: words } = isSummary
    ? summaryWords(app, { boardId, count, tag })
    : newPostsWords(app, { boardId, count, tag, sender, messageId, content, files });
  const dedupeKey = `${isSummary ? 'summary' : 'post'} ${messageId} to ${userId}`;
  const push = { ...words, boards: [boardId] };
  if (enqueue(app, { to, kind: 'notification', cause, body, dedupeKey, isSummary, push }))
    statements(app.db).setNotifiedAt.run({ now, board: boardId, user: userId });
}

/** Notifications that were added before `heldBefore` are held after a restore, and not sent. */
type Held = { heldBefore: number };
type Post = { board: number; message: number; since: number } & Held;
type MemberOfBoard = { user: number; board: number };

const NEWEST_POST = `
  m.id as messageId, m.content, m.sender_id as senderId, s.first_name as firstName, s.last_name as lastName, s.phone,
  (select count(*) from media f where f.message_id = m.id) as files`;

const MEMBER = 'v.user_id as userId, u.phone as "to", v.tag, v.sms_enabled as smsEnabled';

const RECIPIENTS = `
  messages m join memberships v on v.board_id = $board and v.user_id <> m.sender_id and v.sms_enabled`;

/** A text with a time after `$now` was sent while the clock was wrong (docs/product/operators.md: Clock). */
const IS_DUE = '(v.notified_at is null or v.notified_at <= $since or v.notified_at > $now)';

const HAS_DIGEST = `exists (
  select 1 from digests d where d.user_id = v.user_id and (d.board_id is null or d.board_id = v.board_id))`;

const HAS_PENDING = `exists (
  select 1 from pending_notifications n where n.user_id = v.user_id and n.board_id = v.board_id
                                            and n.created_at >= $heldBefore)`;

/** SQL: found by the `dedupeKey` that `send` gives a text. */
const TEXTS_ABOUT = `
  select o.id from json_each($messages) ended cross join outbox o
      on o.dedupe_key >= 'post ' || ended.value || ' to ' and o.dedupe_key < 'post ' || ended.value || ' to ~'`;

const statements = prepared(({ $client }) => ({
  findDueNow: $client.prepare<Notification, Post & { now: number }>(`
    select ${NEWEST_POST}, ${MEMBER}, 1 as count
      from ${RECIPIENTS} join users s on s.id = m.sender_id join users u on u.id = v.user_id
     where m.id = $message and ${IS_DUE} and not ${HAS_PENDING} and not ${HAS_DIGEST}`),
  // Skips recipients who already have a text about the message, or a waiting notification of it for another
  // board.
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
  setNotifiedAt: $client.prepare<unknown, MemberOfBoard & { now: number }>(`
    update memberships set notified_at = $now where board_id = $board and user_id = $user`),
  findLast: $client.prepare<{ dedupeKey: string; sentAt: number }, { phone: string; at: number }>(`
    select dedupe_key as dedupeKey, coalesce(sent_at, created_at) as sentAt from outbox
     where phone = +$phone and created_at <= +$at and kind = 'notification' and dedupe_key like 'post %'
       and state in ('pushing', 'pushed', 'sending', 'sent', 'delivered') and coalesce(sent_at, created_at) <= $at
     order by created_at desc, id desc limit 1`),
  deleteQueued: $client.prepare<unknown, { messages: string }>(`
    delete from outbox where state in (${UNSENT}) and id in (${TEXTS_ABOUT})`),
  deleteUnseen: $client.prepare<unknown, { message: number; messages: string }>(`
    delete from outbox
     where state in (${UNSENT}) and id in (${TEXTS_ABOUT}) and not exists (
      select 1 from visible_messages v join users u on u.id = v.reader_id
       where v.message_id = $message and u.phone = outbox.phone)`),
  eraseBodies: $client.prepare<unknown, { messages: string }>(`
    update outbox set body = '' where state <> 'sending' and id in (${TEXTS_ABOUT})`),
}));

import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { NamedUser } from '../contract/people';
import { causedAt, heldBefore } from '../outbox/held-texts';
import { isNotificationLimited } from '../outbox/limits';
import { isFree } from '../outbox/mail';
import { enqueue } from '../outbox/outbox';
import { newPostsWords, summaryWords } from '../outbox/post-texts';
import { UNSENT } from '../outbox/states';
import { authorColumns, givenTo } from '../people/given-names';

/** Further posts on the board wait this long for the next notification. */
const GATHER_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Past a rate limit, a member gets a summary this long after the last text about the board. */
const GATHER_SUMMARY_MS = 4 * 3_600_000;

/** So that no request waits long for one transaction: the first texts of a process take 2 ms each. */
const BATCH = 8;

/**
 * Must be called in the transaction of the post (docs/product/notices.md: Notifications). Members beyond the
 * first batch are told by `notifyFurtherMembers`.
 */
export function notifyMembers(app: App, messageId: number, boardId: number): void {
  const toldUserId = notifyBatch(app, { messageId, boardId, toldUserId: 0 });
  if (toldUserId === null) return;
  const { insertUnfinished } = statements(app.db);
  insertUnfinished.run({ messageId, boardId, toldUserId, now: app.now() });
}

export async function notifyFurtherMembers(app: App): Promise<void> {
  const { findUnfinished, setTold, deleteUnfinished } = statements(app.db);
  for (let post = findUnfinished.get(); post; post = findUnfinished.get()) {
    const { createdAt, ...unfinished } = post;
    transaction(app.db, () => {
      const toldUserId = causedAt(app, createdAt, () => notifyBatch(app, unfinished));
      if (toldUserId === null) deleteUnfinished.run(unfinished);
      else setTold.run({ ...unfinished, toldUserId });
    });
    await new Promise(setImmediate); // lets requests run
  }
}

/** Returns the last user of the batch, or null after all members of the board. */
function notifyBatch(app: App, { messageId, boardId, toldUserId }: Unfinished): number | null {
  const { findEnd, findDueNow, addPending } = statements(app.db);
  const now = app.now();
  const end = findEnd.get({ board: boardId, after: toldUserId })?.userId ?? null;
  const post = { board: boardId, message: messageId, after: toldUserId, end: end ?? Number.MAX_SAFE_INTEGER };
  const times = { since: now - GATHER_MS, heldBefore: heldBefore(app), now };
  for (const notification of findDueNow.all({ ...post, ...times })) send(app, notification, boardId, now);
  addPending.run({ ...post, ...times });
  return end;
}

/** Past a rate limit, a summary is sent hours later instead. */
export async function sendGatheredNotifications(app: App): Promise<void> {
  const { findGathered, findNewestPending, deletePending } = statements(app.db);
  const now = app.now();
  const held = { heldBefore: heldBefore(app) };
  const gathered = findGathered.all({ since: now - GATHER_MS, now, ...held });
  for (const [n, { userId, boardId, notifiedAt }] of gathered.entries()) {
    if (n % BATCH === BATCH - 1) await new Promise(setImmediate); // lets requests run
    transaction(app.db, () => {
      const of = { user: userId, board: boardId, ...held };
      const notification = findNewestPending.get(of);
      if (notification?.smsEnabled) {
        const isPushed = isFree(app, notification.to, [boardId]);
        const { senderId: cause } = notification;
        const isLimited = (isSummary: boolean) =>
          isNotificationLimited(app, notification.to, { cause, isSummary, isPushed });
        const isSummary = isLimited(false);
        const waitsSince = notifiedAt ?? notification.since;
        if (isSummary && waitsSince > now - GATHER_SUMMARY_MS && waitsSince <= now) return;
        if (isSummary && isLimited(true)) return;
        causedAt(app, notification.since, () => send(app, notification, boardId, now, isSummary));
      }
      deletePending.run(of);
    });
  }
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

/** Null if the last text to the number is another one, or an older one. */
export function justNotifiedOf(app: App, user: User, period: { at: number; within: number }): number | null {
  const [kind, messageId] = lastTextTo(app, user, period)?.split(' ') ?? [];
  return kind === 'post' ? Number(messageId) : null;
}

/** Returns the `dedupeKey` of the last text to the number. A push is no text to answer. */
export function lastTextTo(
  app: App,
  { phone }: User,
  { at, within }: { at: number; within: number },
): string | null {
  const last = statements(app.db).findLastText.get({ phone, at, since: at - DAY_MS });
  return last && last.sentAt > at - within ? last.dedupeKey : null;
}

/** A mail shows so many. */
const POSTS_MAILED = 20;
const idsOf = (json: string): number[] => JSON.parse(json).slice(-POSTS_MAILED);

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
  /** JSON: ids, the newest last. */
  posts: string;
} & NamedUser;

function send(
  app: App,
  { userId, to, tag, messageId, content, files, count, posts, senderId: cause, ...sender }: Notification,
  boardId: number,
  now: number,
  isSummary = false,
) {
  const {
    body,
    push: words,
    mail,
  } = isSummary
    ? summaryWords(app, { boardId, count, tag })
    : newPostsWords(app, { boardId, count, tag, sender, messageId, content, files });
  const dedupeKey = `${isSummary ? 'summary' : 'post'} ${messageId} to ${userId}`;
  const push = { ...words, boards: [boardId] };
  const mailed = mail && { posts: isSummary ? [] : idsOf(posts), ...mail };
  if (enqueue(app, { to, kind: 'notification', cause, body, dedupeKey, isSummary, push, mail: mailed }))
    statements(app.db).setNotifiedAt.run({ now, board: boardId, user: userId });
}

/** Notifications that were added before `heldBefore` are held after a restore, and not sent. */
type Held = { heldBefore: number };
type Post = { board: number; message: number; after: number; end: number; since: number } & Held;
type Unfinished = { messageId: number; boardId: number; toldUserId: number };
type MemberOfBoard = { user: number; board: number };

const NEWEST_POST = `
  m.id as messageId, m.content, m.sender_id as senderId, ${authorColumns('s', 'm')}, s.phone,
  (select count(*) from media f where f.message_id = m.id) as files`;

const MEMBER = 'v.user_id as userId, u.phone as "to", v.tag, v.sms_enabled and not v.archived as smsEnabled';

const RECIPIENTS = `
  messages m join memberships v on v.board_id = $board and v.user_id > $after and v.user_id <= $end
                               and (v.user_id <> m.sender_id or m.guest is not null) and v.sms_enabled and not v.archived`;

/** A text with a time after `$now` was sent while the clock was wrong (docs/product/operators.md: Clock). */
const IS_DUE = '(v.notified_at is null or v.notified_at <= $since or v.notified_at > $now)';

const IS_ON_BOARD = 'exists (select 1 from placements where message_id = m.id and board_id = $board)';

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
    select ${NEWEST_POST}, ${MEMBER}, 1 as count, json_array(m.id) as posts
      from ${RECIPIENTS} join users s on s.id = m.sender_id join users u on u.id = v.user_id
           ${givenTo('v.user_id', 's')}
     where m.id = $message and ${IS_ON_BOARD} and ${IS_DUE} and not ${HAS_PENDING} and not ${HAS_DIGEST}`),
  findEnd: $client.prepare<{ userId: number }, { board: number; after: number }>(`
    select user_id as userId from memberships where board_id = $board and user_id > $after
     order by user_id limit 1 offset ${BATCH - 1}`),
  insertUnfinished: $client.prepare<unknown, Unfinished & { now: number }>(`
    insert or replace into unfinished_posts (message_id, board_id, told_user_id, created_at)
    values ($messageId, $boardId, $toldUserId, $now)`),
  findUnfinished: $client.prepare<Unfinished & { createdAt: number }, []>(`
    select message_id as messageId, board_id as boardId, told_user_id as toldUserId, created_at as createdAt
      from unfinished_posts order by message_id, board_id limit 1`),
  setTold: $client.prepare<unknown, Unfinished>(`
    update unfinished_posts set told_user_id = $toldUserId where message_id = $messageId and board_id = $boardId`),
  deleteUnfinished: $client.prepare<unknown, Unfinished>(`
    delete from unfinished_posts where message_id = $messageId and board_id = $boardId`),
  // Skips recipients who already have a text about the message, or a waiting notification of it for another
  // board.
  addPending: $client.prepare<unknown, Post & { now: number }>(`
    insert into pending_notifications (user_id, board_id, message_id, created_at, for_digest)
    select v.user_id, v.board_id, m.id, $now, ${HAS_DIGEST} from ${RECIPIENTS}
     where m.id = $message and ${IS_ON_BOARD}
       and not exists (select 1 from outbox o where o.dedupe_key = 'post ' || m.id || ' to ' || v.user_id)
       and not exists (select 1 from pending_notifications n where n.user_id = v.user_id and n.message_id = m.id)`),
  findGathered: $client.prepare<
    { userId: number; boardId: number; notifiedAt: number | null },
    { since: number; now: number } & Held
  >(`
    select distinct n.user_id as userId, n.board_id as boardId, v.notified_at as notifiedAt
      from pending_notifications n join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
     where n.for_digest = 0 and ${IS_DUE} and n.created_at >= $heldBefore`),
  findNewestPending: $client.prepare<Notification & { since: number }, MemberOfBoard & Held>(`
    select ${NEWEST_POST}, ${MEMBER}, count(*) over () as count, min(n.created_at) over () as since,
           json_group_array(m.id) over (order by m.id rows between unbounded preceding and unbounded following) as posts
      from pending_notifications n
      join visible_messages seen
        on seen.message_id = n.message_id and seen.board_id = n.board_id and seen.reader_id = n.user_id
      join messages m on m.id = n.message_id join users s on s.id = m.sender_id
      join memberships v on v.board_id = n.board_id and v.user_id = n.user_id
      join users u on u.id = v.user_id ${givenTo('v.user_id', 's')}
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
       and state in ('pushing', 'pushed', 'mailing', 'mailed', 'sending', 'sent', 'delivered') and coalesce(sent_at, created_at) <= $at
     order by created_at desc, id desc limit 1`),
  findLastText: $client.prepare<
    { dedupeKey: string | null; sentAt: number },
    { phone: string; at: number; since: number }
  >(`
    select dedupe_key as dedupeKey, coalesce(sent_at, created_at) as sentAt from outbox
     where phone = +$phone and created_at between +$since and +$at and state in ('sending', 'sent', 'delivered')
       and coalesce(sent_at, created_at) <= $at
     order by sentAt desc, id desc limit 1`),
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

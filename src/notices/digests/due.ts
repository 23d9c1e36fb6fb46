import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import type { NamedUser } from '../../contract/people';
import { causedAt, heldBefore } from '../../outbox/held-texts';
import { isNotificationLimited, roomForDigests } from '../../outbox/limits';
import { isFree } from '../../outbox/mail';
import { enqueue } from '../../outbox/outbox';
import { digestWords, newPostsWords } from '../../outbox/post-texts';
import { authorColumns, givenTo } from '../../people/given-names';
import { zoneOf } from '../../people/time-zone';
import { type DigestRow, nextDigestAt } from './digests';

/** So that no request waits long for one transaction. */
const BATCH = 10;
/** A digest further ahead than its period plus a day was set by a wrong clock. */
const PERIOD_MAX_MS = 8 * 24 * 3_600_000;
const RETRY_MS = 3_600_000;
/** A mail shows so many, the newest first. */
const POSTS_MAILED = 20;

/** One transaction writes the text and the next time, and deletes the posts: none is lost or sent twice. */
export async function sendDueDigests(app: App): Promise<void> {
  const { listDue } = statements(app.db);
  let room = roomForDigests(app);
  while (room > 0) {
    const now = app.now();
    const limit = Math.min(room, BATCH);
    const { due, texts } = transaction(app.db, () => {
      const due = listDue.all({ now, tooLate: now + PERIOD_MAX_MS, limit });
      return { due: due.length, texts: due.filter((digest) => sendIfDue(app, digest, now)).length };
    });
    if (due < limit) return;
    room -= texts;
    await new Promise(setImmediate); // lets requests run
  }
}

function sendIfDue(app: App, digest: DueDigest, now: number): boolean {
  const zone = zoneOf(app, digest);
  const { userId: user, boardId: board } = digest;
  const setNext = (nextAt: number) => statements(app.db).setNext.run({ user, board, nextAt });
  // `nextAt` is 0 if the time zone was changed, and far ahead if the clock was set back: the digest is then
  // not due
  const isDue = digest.nextAt > 0 && digest.nextAt <= now;
  const told = { user, board, heldBefore: heldBefore(app) };
  const boards = isDue ? statements(app.db).listNew.all(told) : [];
  const isPushed = isFree(app, digest.phone, idsOf(boards));
  if (boards.length > 0 && isNotificationLimited(app, digest.phone, { isSummary: false, isPushed })) {
    setNext(now + RETRY_MS);
    return false;
  }
  setNext(nextDigestAt(digest, zone, now));
  return isDue && send(app, digest, { told, boards, now });
}

const idsOf = (boards: NewPosts[]) => boards.map(({ id }) => id);

function send(
  app: App,
  { userId: user, phone }: DueDigest,
  { told, boards, now }: { told: Told; boards: NewPosts[]; now: number },
): boolean {
  const { findNewest, listPosts, deleteTold, setNotifiedAt } = statements(app.db);
  const newest = findNewest.get(told);
  const posts = app.mailer ? listPosts.all(told).map(({ id }) => id) : [];
  deleteTold.run(told);
  if (!newest) return false;
  const { tag, content, files, messageId, ...sender } = newest;
  const post = { tag, sender, content, files };
  const only = boards.length === 1 ? boards[0] : undefined;
  const {
    body,
    push: words,
    mail,
  } = only
    ? newPostsWords(app, { boardId: only.id, count: only.count, messageId, ...post })
    : digestWords(app, boards, post);
  const since = Math.min(...boards.map((board) => board.since));
  const push = { ...words, boards: idsOf(boards) };
  const dedupeKey = `post ${messageId} to ${user}`;
  const text = { to: phone, kind: 'notification', cause: 'digest', body, dedupeKey, push } as const;
  const isWritten = causedAt(app, since, () => enqueue(app, { ...text, mail: mail && { ...mail, posts } }));
  if (isWritten) setNotifiedAt.run({ user, now, boards: JSON.stringify(idsOf(boards)) });
  return isWritten;
}

type DueDigest = DigestRow & { userId: number; nextAt: number; phone: string; timeZone: string | null };
type Told = { user: number; board: number | null; heldBefore: number };
type NewPosts = { id: number; tag: string; count: number; since: number };
type Newest = { tag: string; messageId: number; content: string; files: number } & NamedUser;

/** A digest for all boards leaves out boards with a digest of their own. */
const WAITS = `
  n.user_id = $user and n.for_digest and n.created_at >= $heldBefore and (
    n.board_id = $board or $board is null and not exists (
      select 1 from digests d where d.user_id = n.user_id and d.board_id = n.board_id))`;

const NEW = `
  pending_notifications n
  join memberships v on v.board_id = n.board_id and v.user_id = n.user_id and v.sms_enabled and not v.archived
  join visible_messages seen
    on seen.message_id = n.message_id and seen.board_id = n.board_id and seen.reader_id = n.user_id
 where ${WAITS}`;

const statements = prepared(({ $client }) => ({
  listDue: $client.prepare<DueDigest, { now: number; tooLate: number; limit: number }>(`
    select d.user_id as userId, d.board_id as boardId, d.weekday, d.minute, d.next_at as nextAt, u.phone,
           u.time_zone as timeZone
      from (select * from digests where next_at <= +$now union all select * from digests where next_at > +$tooLate) d
           cross join users u on u.id = d.user_id limit +$limit`),
  setNext: $client.prepare<unknown, { user: number; board: number | null; nextAt: number }>(`
    update digests set next_at = $nextAt
     where user_id = $user and coalesce(board_id, 0) = coalesce($board, 0)`),
  listNew: $client.prepare<NewPosts, Told>(`
    select n.board_id as id, v.tag, count(*) as count, min(n.created_at) as since from ${NEW}
     group by n.board_id order by count(*) desc, v.tag`),
  findNewest: $client.prepare<Newest, Told>(`
    select t.tag, m.id as messageId, m.content, ${authorColumns('s', 'm')}, s.phone,
           (select count(*) from media f where f.message_id = m.id) as files
      from (select v.tag, n.message_id as id from ${NEW} order by n.message_id desc limit 1) t
      join messages m on m.id = t.id join users s on s.id = m.sender_id ${givenTo('$user', 's')}`),
  listPosts: $client.prepare<{ id: number }, Told>(`
    select distinct n.message_id as id from ${NEW} order by n.message_id desc limit ${POSTS_MAILED}`),
  deleteTold: $client.prepare<unknown, Told>(`delete from pending_notifications as n where ${WAITS}`),
  setNotifiedAt: $client.prepare<unknown, { user: number; now: number; boards: string }>(`
    update memberships set notified_at = $now
     where user_id = $user and board_id in (select value from json_each($boards))`),
}));

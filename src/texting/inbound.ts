import { sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { inbound, type User } from '../../db/schema';
import type { App } from '../app';
import { FEEDBACK_TAG } from '../contract/limits';
import { acceptInvite } from '../invites/invites';
import { queueDownloads } from '../media/downloads';
import { deliver } from '../messages/deliver';
import { complete } from '../messages/editing';
import { create, remove } from '../messages/messages';
import { enqueue, setStopped } from '../outbox/outbox';
import { markReachable } from '../outbox/reports';
import {
  feedbackText,
  firstPostText,
  inviteExpiredText,
  NOTHING_TO_UNDO_TEXT,
  UNDONE_TEXT,
  welcomeText,
} from '../outbox/texts';
import type { InboundText } from '../outside/gateway';
import { toE164 } from '../phone';
import { findOrCreateUser, findUserByPhone } from '../users/users';
import { isEcho } from './echoes';
import { findContinued, looksCut } from './joined-texts';
import { type Keyword, keywordOf } from './keywords';

type Kind = typeof inbound.$inferSelect.kind;

const UNDO_WITHIN_MS = 10 * 60_000;
/** More texts a minute than a person sends: they are kept, and nobody is told of them. */
const FLOOD = 30;

/**
 * Takes in a text (design 6). Its gateway id and all its effects are one transaction, so a repeated delivery
 * does nothing, at once or a year later. What follows from a stored message comes after the commit.
 */
export function receiveText(app: App, text: InboundText): void {
  const effect = transaction(app.db, () => {
    if (isReceived(app, text.sid)) return null;
    const effect = takeIn(app, text);
    note(app.db).run({
      sid: text.sid,
      phone: effect.phone,
      kind: effect.kind,
      messageId: effect.message?.id ?? null,
      cut: looksCut(text.body),
      receivedAt: text.at ?? app.now(),
    });
    return effect;
  });
  if (effect?.message) deliver(app, effect.message.id, effect.message.content);
}

/** Whether the gateway has brought this text before. */
export const isReceived = (app: App, sid: string): boolean => seen(app.db).get({ sid }) !== null;

const seen = prepared((db) =>
  db.$client.prepare<unknown, { sid: string }>('select 1 from inbound where sid = $sid'),
);

const note = prepared((db) =>
  db
    .insert(inbound)
    .values({
      sid: sql.placeholder('sid'),
      phone: sql.placeholder('phone'),
      kind: sql.placeholder('kind'),
      messageId: sql.placeholder('messageId'),
      cut: sql.placeholder('cut'),
      receivedAt: sql.placeholder('receivedAt'),
    })
    .prepare(),
);

type Effect = { phone: string; kind: Kind; message?: { id: number; content: string } };

function takeIn(app: App, text: InboundText): Effect {
  const { from, body, media } = text;
  // short codes and senders by name cannot have an account: nobody could sign in to it. In Germany a short code
  // would pass for a number, and somebody else's
  const phone = from.startsWith('+') ? toE164(from, app.config.defaultCountry) : null;
  if (!phone) return { phone: from, kind: 'refused' };
  if ([app.config.phoneNumber, ...app.sms.ownNumbers].includes(phone)) return { phone, kind: 'refused' };
  markReachable(app, phone);
  const word = keywordOf(body);
  const keyword = word === 'yes' ? word : (text.optOut ?? word); // to Twilio YES is a START, and no answer to an invite
  // carriers obey a STOP whatever comes with it; other words under a photo are what it is called
  if (keyword && (media.length === 0 || keyword === 'stop')) return obey(app, phone, keyword, text.at);

  const content = body.replaceAll('\0', '').toWellFormed();
  if (!content.trim() && media.length === 0) return { phone, kind: 'empty' };
  if (isEcho(app, phone, content)) return { phone, kind: 'echo' };
  return keep(app, phone, { ...text, body: content });
}

/** Keywords are recorded for the number and stored nowhere as notes. STOP, START and HELP the carrier answers itself. */
function obey(app: App, phone: string, keyword: Keyword, at = app.now()): Effect {
  if (keyword === 'undo') return undo(app, phone, at);
  if (keyword === 'stop') setStopped(app, phone, true);
  if (keyword === 'start' || keyword === 'yes') setStopped(app, phone, false);
  if (keyword === 'yes' || keyword === 'join') {
    const account = acceptInvite(app, phone);
    if (account === 'ended') enqueue(app, { to: phone, kind: 'reply', body: inviteExpiredText(app) });
    else if (account) welcome(app, phone, { saved: false });
    if (account) return { phone, kind: 'join' };
  }
  return { phone, kind: keyword === 'yes' ? 'start' : keyword };
}

/** Deletes what was the sender's last text then, wherever it is, for ten minutes (design 5). */
function undo(app: App, phone: string, at: number): Effect {
  const last = lastBefore(app.db).get({ phone, at, since: at - UNDO_WITHIN_MS });
  if (last) remove(app, [last.id]);
  if (last || findUserByPhone(app, phone))
    enqueue(app, { to: phone, kind: 'reply', body: last ? UNDONE_TEXT : NOTHING_TO_UNDO_TEXT });
  return { phone, kind: 'undo' };
}

const lastBefore = prepared((db) =>
  db.$client.prepare<{ id: number }, { phone: string; at: number; since: number }>(`
    select message_id as id from inbound
     where phone = +$phone and kind = 'message' and message_id is not null
       and received_at > +$since and received_at <= +$at
     order by received_at desc, message_id desc limit 1`),
);

function keep(app: App, phone: string, text: InboundText): Effect {
  const { user: sender } = findOrCreateUser(app, phone);
  const quiet = isFlooding(app, phone, text.at ?? app.now());
  const joined = findContinued(app, phone, text);
  const content = joined?.content ?? text.body;
  const id = joined
    ? complete(app, sender, joined.messageId, content)
    : create(app, sender, { content, source: 'sms', files: text.media, at: text.at, quiet });
  if (joined) queueDownloads(app, sender, id, text.media);
  if (!quiet) reply(app, sender, id);
  return { phone, kind: 'message', message: { id, content } };
}

/** What the sender of a note is told: that they are welcome, who reads it, who else gets it. */
function reply(app: App, sender: User, messageId: number) {
  welcome(app, sender.phone, { saved: true });
  const say = (body: string, dedupeKey?: string) =>
    enqueue(app, { to: sender.phone, kind: 'reply', body, dedupeKey });
  for (const { boardId, tag, tagChosenByOther, readers, ...owner } of placesOf(app.db).all({
    message: messageId,
    sender: sender.id,
  })) {
    if (tag === FEEDBACK_TAG) say(feedbackText(app), `feedback ${messageId}`);
    if (!tagChosenByOther || !say(firstPostText({ owner, tag, readers }))) continue;
    acquainted(app.db).run({ board: boardId, user: sender.id });
  }
}

const acquainted = prepared((db) =>
  db.$client.prepare<unknown, { board: number; user: number }>(
    'update memberships set tag_chosen_by_other = 0 where board_id = $board and user_id = $user',
  ),
);

type Place = { boardId: number; tag: string; tagChosenByOther: number; readers: number } & Pick<
  User,
  'firstName' | 'lastName' | 'phone'
>;

/** The boards a note is on under its sender's tags, with their owners and how many others read them. */
const placesOf = prepared((db) =>
  db.$client.prepare<Place, { message: number; sender: number }>(`
    select v.board_id as boardId, v.tag, v.tag_chosen_by_other as tagChosenByOther, o.first_name as firstName, o.last_name as lastName, o.phone,
      (select count(*) from memberships r where r.board_id = v.board_id and r.user_id <> v.user_id) as readers
      from placements p join memberships v on v.board_id = p.board_id and v.user_id = $sender
      join boards b on b.id = v.board_id join users o on o.id = b.owner_id
     where p.message_id = $message order by p.position`),
);

/** A number is welcomed once in its life, with the dashboard's address (design 6). */
function welcome(app: App, phone: string, { saved }: { saved: boolean }) {
  if (
    welcomed(app.db).get({ phone }) ||
    !enqueue(app, { to: phone, kind: 'welcome', body: welcomeText(app, { saved }) })
  )
    return;
  noteWelcome(app.db).run({ phone, at: app.now() });
}

const welcomed = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>(
    'select 1 from phones where phone = $phone and welcomed_at is not null',
  ),
);

const noteWelcome = prepared((db) =>
  db.$client.prepare<unknown, { phone: string; at: number }>(`
    insert into phones (phone, welcomed_at) values ($phone, $at)
        on conflict (phone) do update set welcomed_at = $at`),
);

function isFlooding(app: App, phone: string, at: number): boolean {
  const { texts } = textsSince(app.db).get({ phone, since: at - 60_000 }) ?? { texts: 0 };
  if (texts === FLOOD) app.log.warn({ texts }, 'a number sends more texts than a person does');
  return texts >= FLOOD;
}

/** In a flood there are too many to count for each. */
const textsSince = prepared((db) =>
  db.$client.prepare<{ texts: number }, { phone: string; since: number }>(`
    select count(*) as texts from (
      select 1 from inbound where phone = +$phone and received_at > +$since limit ${FLOOD + 1})`),
);

import { afterCommit, prepared, transaction } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app/app';
import { farFromNow } from '../app/clock';
import { mayText } from '../app/phone';
import { tryChargeRateLimits } from '../app/rate-limits';
import type { MailWords } from '../contract/mail';
import type { PushWords } from '../contract/push';
import { countSegments } from '../contract/segments';
import { askedByMail, toMailAnswer } from './answers-by-mail';
import { isBudgetSpent } from './budget';
import { recordAgreement, recordStop } from './consent';
import { chargesOfEverybody, chargesOfNumber, isNotificationLimited } from './limits';
import { mailAddressOf } from './mail';
import { SEGMENTS_OF_PICTURES } from './picture-links';
import { toPlainLetters } from './plain-letters';
import { isPushed } from './push/browsers';
import { plainPush, sentencePush } from './push-words';
import { UNSENT, WAITING } from './states';
import { noMoreChangesText, noMoreRemindersText, noMoreRepliesText } from './texts';
import { nextPlace, type Place } from './turns';

export type OutboxRow = typeof outbox.$inferSelect;
export type TextKind = OutboxRow['kind'];

/** A delivered text, or a text from the number, resets this count of undeliverable texts. */
export const UNREACHABLE_AFTER = 3;

/** What others have written is quoted in these (docs/product/outbox.md: Plain letters). */
const PLAIN: TextKind[] = ['notification', 'membership', 'invite', 'reminder'];
const DAY_MS = 24 * 3_600_000;
/** So that no request waits long for one transaction. */
const BATCH = 200;
/** A text that does not wait is kept for a month, to recognise a phone's reaction to it. */
export const KEPT_MS = 30 * 24 * 3_600_000;

/** Sent nevertheless if the person has chosen texts for one of `boards` (docs/product/notices.md: Pushes). */
export type PushInstead = PushWords & { boards?: number[] };
export type MailInstead = Omit<MailWords, 'to'>;
type Instead = { isSummary?: boolean; push?: PushInstead; mail?: MailInstead };

/**
 * Must be called in the transaction of the change that the text tells of. `to` is E.164. Returns false if no
 * text is added: its number must not or cannot be texted, a rate limit is used up, or an earlier text has the
 * same `dedupeKey`. If only the budget or a limit that all numbers share is used up, the text is added and
 * waits, unless it is a notification (docs/product/outbox.md: Outbox).
 */
export function enqueue(
  app: App,
  { isSummary = false, push: wanted, mail: mailed, ...given }: NewText & Instead,
): boolean {
  const asked = given.kind === 'reply' ? askedByMail(app) : null;
  const answer = asked?.phone === given.to ? toMailAnswer(app, asked, given) : null;
  if (answer) return answerByMail(app, given, answer);
  const isPlain = app.config.smsPlain && PLAIN.includes(given.kind);
  const text = isPlain ? { ...given, body: toPlainLetters(given.body) } : given;
  const { to, kind, cause, dedupeKey } = text;
  const { boards = [], ...words } = wanted ?? {};
  const address = mailed ? mailAddressOf(app, to, boards) : null;
  // a digest is read at leisure, so it goes by mail to whoever has both
  const isMailedFirst = address !== null && cause === 'digest';
  const push = wanted && !isMailedFirst && isPushed(app, to, boards) ? (words as PushWords) : null;
  const mail = address === null ? null : { to: address, ...mailed! };
  const isTexted = !push && !mail;
  if (isTexted && !canBeTexted(app, to, kind)) return false;
  if (dedupeKey && statements(app.db).findDedupeKey.get({ dedupeKey })) return false;
  const limits = { cause, isSummary, isPushed: !isTexted };
  if (kind === 'notification' && isNotificationLimited(app, to, limits)) return false;
  const segments = segmentsOf(text);
  if (!tryChargeRateLimits(app, chargesOfNumber(app, { to, kind, cause, isSummary }), segments)) {
    sayThatNoMoreCome(app, to, kind, push !== null);
    return false;
  }
  insert(app, text, push, mail);
  return true;
}

function canBeTexted(app: App, to: string, kind: TextKind): boolean {
  const phone = statements(app.db).findPhone.get({ phone: to })!;
  if (phone.stoppedAt || phone.blocked || !mayText(to, app.config.allowedCountries)) return false;
  const givenUp = phone.failures >= UNREACHABLE_AFTER;
  return !givenUp || kind === 'code'; // somebody who asks for a code has the phone at hand
}

/** Pushed only: a number that has stopped is not texted. */
export function pushStopped(app: App, to: string, body: string): void {
  if (isPushed(app, to, []))
    insert(app, { to, body, kind: 'stop' }, plainPush(app.config.productName, body, '/profile'));
}

/** The only text that goes to a number after its STOP. */
export function enqueueStopAnswer(app: App, to: string, body: string): void {
  const kind = 'stop';
  if (!mayText(to, app.config.allowedCountries)) return;
  if (!tryChargeRateLimits(app, chargesOfNumber(app, { to, kind }), countSegments(body))) return;
  insert(app, { to, body, kind }, null);
}

/** Sent once a day (docs/product/limits.md: Rate limits). */
const LAST_WORDS: Partial<Record<TextKind, (app: App) => string>> = {
  reply: noMoreRepliesText,
  membership: noMoreChangesText,
  reminder: noMoreRemindersText,
};

function sayThatNoMoreCome(app: App, to: string, kind: TextKind, byPush: boolean): void {
  const body = LAST_WORDS[kind]?.(app);
  const push = byPush && body ? sentencePush(app, body) : null;
  const dedupeKey = `no more ${kind} to ${to} on ${Math.floor(app.now() / DAY_MS)}`;
  if (body && !statements(app.db).findDedupeKey.get({ dedupeKey }))
    insert(app, { to, body, kind, dedupeKey }, push);
}

type NewText = {
  to: string;
  body: string;
  kind: TextKind;
  /** The user who causes it, or what does, if not its recipient (docs/product/outbox.md: Queue). */
  cause?: number | 'broadcast' | 'digest';
  dedupeKey?: string;
  broadcastId?: number;
  /** Ids of pictures that go with it (docs/product/outbox.md: Photos in texts). */
  media?: number[];
  /** Ids of found messages, which an answer by mail shows whole. */
  found?: number[];
};

/** Past the limit there is no answer, so that two programs that answer each other stop. */
const answerByMail = (app: App, { to, dedupeKey }: NewText, answer: MailWords): boolean =>
  tryChargeRateLimits(app, { 'answer by mail to a person a day': to }) &&
  enqueueMail(app, to, answer, dedupeKey);

/** A mail that is in place of no text. Must be called in the transaction of its cause. */
export function enqueueMail(app: App, to: string, mail: MailWords, dedupeKey?: string): boolean {
  if (dedupeKey && statements(app.db).findDedupeKey.get({ dedupeKey })) return false;
  insert(app, { to, body: mail.words, kind: 'mail', dedupeKey }, null, mail);
  return true;
}

function insert(app: App, text: NewText, push: PushWords | null, mail: MailWords | null = null): void {
  const { kind, dedupeKey = null, broadcastId = null } = text;
  const isTexted = !push && !mail;
  const media = text.media?.length && isTexted ? JSON.stringify(text.media) : null;
  const segments = segmentsOf(text);
  const cause = String(text.cause ?? text.to);
  const state = push ? 'pushing' : mail ? 'mailing' : queue(app, { kind, segments });
  const place = nextPlace(app, { state, kind, cause });
  const words = { push: push && JSON.stringify(push), mail: mail && JSON.stringify(mail) };
  const { found: _, ...fields } = text;
  const row = { ...fields, media, dedupeKey, broadcastId, segments, cause, state, ...place, ...words };
  statements(app.db).insertText.run({ ...row, now: app.now() });
  afterCommit(app.db, () => (state === 'mailing' ? app.wakeMails() : app.wakeOutbox()));
}

const segmentsOf = ({ body, media = [] }: NewText) =>
  media.length > 0 ? SEGMENTS_OF_PICTURES : countSegments(body);

function queue(app: App, { kind, segments }: { kind: TextKind; segments: number }): 'queued' | 'limited' {
  if (kind !== 'broadcast')
    statements(app.db).delayBroadcast.run({
      now: app.now(),
      by: Math.round((segments / app.config.broadcastPace) * 1000),
    });
  const mayBeSent = kind === 'code' || kind === 'security' || !isBudgetSpent(app);
  return mayBeSent && tryChargeRateLimits(app, chargesOfEverybody(app, kind), segments)
    ? 'queued'
    : 'limited';
}

/** A push becomes the person's mail, if there is one. What may have been sent before a restore is looked up first. */
export function textInstead(app: App, id: number, error: string): void {
  transaction(app.db, () => {
    const { findPush, mailInstead, setPlace, setState } = statements(app.db);
    const text = findPush.get({ id });
    if (!text) return;
    const now = app.now();
    if (text.state === 'pushing' && mailInstead.run({ id, now }).changes > 0)
      return afterCommit(app.db, () => app.wakeMails());
    if (!canBeTexted(app, text.phone, text.kind)) {
      setState.run({ id, state: 'dropped', error, now });
      return;
    }
    const state = text.lookUpSince === null ? queue(app, text) : 'sending';
    setState.run({ id, state, error: null, now });
    setPlace.run({ id, ...nextPlace(app, { ...text, state }) });
    afterCommit(app.db, () => app.wakeOutbox());
  });
}

export function dropText(app: App, dedupeKey: string, reason: string): void {
  statements(app.db).dropText.run({ dedupeKey, reason });
}

export const dropTextsTo = (app: App, phone: string, reason: string) =>
  statements(app.db).dropTextsTo.run({ phone, reason });

export const hasStopped = (app: App, phone: string): boolean => stoppedAt(app, phone) !== null;

export const stoppedAt = (app: App, phone: string): number | null =>
  statements(app.db).findPhone.get({ phone })!.stoppedAt;

/** `words` is null if only the carrier told of the STOP, or if the caller records the agreement itself. */
export function setStopped(app: App, phone: string, stopped: boolean, words: string | null = null): void {
  if (stopped) recordStop(app, phone, words);
  else if (words) recordAgreement(app, phone, { act: 'start', words });
  statements(app.db).setStopped.run({ phone, at: stopped ? app.now() : null });
  statements(app.db).bumpOwner.run({ phone });
}

/** `text_costs` keeps the sums. */
export async function deleteOldTexts(app: App): Promise<void> {
  while (statements(app.db).deleteOld.run(farFromNow(app, KEPT_MS)).changes > 0)
    await new Promise(setImmediate); // lets requests run
}

export function eraseTextsNaming(app: App, name: string): void {
  statements(app.db).eraseBodiesNaming.run({
    since: app.now() - KEPT_MS,
    start: `${name} `,
    sender: `, ${name}: `,
    owner: `${name}'s #`,
  });
}

const statements = prepared((db) => ({
  // answers one row, also for a number that has none
  findPhone: db.$client.prepare<
    { stoppedAt: number | null; failures: number; blocked: number },
    { phone: string }
  >(`
    select max(stopped_at) as stoppedAt, coalesce(max(failures), 0) as failures,
           exists (select 1 from blocked_numbers where phone = $phone) as blocked
      from phones where phone = $phone`),
  findDedupeKey: db.$client.prepare<unknown, { dedupeKey: string }>(`
    select 1 from outbox where dedupe_key = $dedupeKey`),
  insertText: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    insert into outbox (phone, body, kind, dedupe_key, broadcast_id, state, next_at, segments, created_at, push, media, mail, cause, lane, turn)
    values ($to, $body, $kind, $dedupeKey, $broadcastId, $state, $now, $segments, $now, $push, $media, $mail, $cause, $lane, $turn)`),
  findPush: db.$client.prepare<
    Pick<OutboxRow, 'phone' | 'kind' | 'state' | 'segments' | 'lookUpSince' | 'cause'>,
    { id: number }
  >(`
    select phone, kind, state, segments, look_up_since as lookUpSince, cause from outbox
     where id = $id and state in ('pushing', 'mailing')`),
  mailInstead: db.$client.prepare<unknown, { id: number; now: number }>(`
    update outbox set state = 'mailing', push = null, attempts = 0, next_at = $now
     where id = $id and mail is not null`),
  setPlace: db.$client.prepare<unknown, Place & { id: number }>(`
    update outbox set lane = $lane, turn = $turn where id = $id`),
  setState: db.$client.prepare<unknown, { id: number; state: string; error: string | null; now: number }>(`
    update outbox set state = $state, error = $error, next_at = $now, attempts = 0, push = null, mail = null where id = $id`),
  // while a broadcast is being sent, each other text delays it, so that codes do not queue at the carrier
  delayBroadcast: db.$client.prepare<unknown, { now: number; by: number }>(`
    update broadcasts set next_at = max(next_at, $now) + $by where state = 'sending'`),
  dropText: db.$client.prepare<unknown, { dedupeKey: string; reason: string }>(`
    update outbox set state = 'dropped', body = '', error = $reason
     where dedupe_key = $dedupeKey and +state in (${WAITING})`),
  dropTextsTo: db.$client.prepare<unknown, { phone: string; reason: string }>(`
    update outbox set state = 'dropped', body = '', error = $reason
     where phone = $phone and +state in (${UNSENT})`),
  setStopped: db.$client.prepare<unknown, { phone: string; at: number | null }>(`
    insert into phones (phone, stopped_at) values ($phone, $at)
        on conflict (phone) do update set stopped_at = $at`),
  bumpOwner: db.$client.prepare<unknown, { phone: string }>(
    'update users set version = version + 1 where phone = $phone',
  ),
  deleteOld: db.$client.prepare<unknown, { before: number; after: number }>(`
    delete from outbox where id in (
      select id from outbox
       where (created_at < $before or created_at > $after) and state not in (${WAITING}) limit ${BATCH})`),
  eraseBodiesNaming: db.$client.prepare<unknown, Record<string, string | number>>(`
    update outbox set body = ''
     where created_at >= $since and state not in (${WAITING})
       and (instr(body, $start) = 1 or instr(body, $sender) or instr(body, $owner))`),
}));

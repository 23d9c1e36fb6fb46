import { prepared, transaction } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';
import { type App, perApp } from '../app/app';
import { type OutgoingText, SendError } from '../app/gateway';
import { requireOwner } from '../app/owner';
import { isBlocked } from './blocked-numbers';
import { isBudgetSpent } from './budget';
import { currentLineId, gatewayOfLine } from './lines';
import { hasStopped, type OutboxRow } from './outbox';
import { createPictureLinks } from './picture-links';
import { recordFailure } from './reports';
import { DUE } from './states';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
export const EXPIRES_AFTER_MS = 12 * 3_600_000;
const CODE_EXPIRES_AFTER_MS = 10 * 60_000;
/** Shorter than the wait of other texts, because somebody waits for the code. */
const CODE_LONGEST_RETRY_MS = 10_000;
const CODE_ANSWERED_WITHIN_MS = 4_000;
/** While the gateway cannot tell if it has the code. More tries could cost too much. */
const CODE_BLIND_TRIES = 3;
/** At about one try a minute, these tries take 13 hours. */
const TRIES_MAX = 800;
/** The gateway's times are in whole seconds. */
const LOOK_BACK_MARGIN_MS = 5 * 60_000;

const UNKNOWN =
  'The answer of the gateway was lost, and it cannot be asked: perhaps it was sent, perhaps not.';

export type DueText = Omit<
  OutboxRow,
  'dedupeKey' | 'nextAt' | 'sid' | 'price' | 'sentAt' | 'broadcastId' | 'push' | 'cause' | 'media'
> & { media: string | null };

export type Dispatch<Row> = { row: Row; ended: Promise<void> };

/**
 * All texts become `sending` in one transaction, which is safe on the disk before the gateway gets them
 * (docs/product/outbox.md: Outbox). A text that is `sending` and due may have been sent, so the gateway is
 * asked for it: no text is lost or sent twice. Only a code is also sent again if the gateway cannot tell.
 */
export function dispatch(app: App, texts: DueText[], lookUpAfter: number): Dispatch<DueText>[] {
  const claimed = transaction(app.db, () =>
    texts.filter((text) => text.state === 'sending' || claim(app, text, lookUpAfter)),
  );
  if (claimed.length === 0) return [];
  const stored = syncLog(app.db);
  return claimed.map((text) => ({ row: text, ended: send(app, text, { stored, lookUpAfter }) }));
}

async function send(
  app: App,
  text: DueText,
  { stored, lookUpAfter }: { stored: Promise<void>; lookUpAfter: number },
): Promise<void> {
  let mayBeSent = text.state === 'sending';
  try {
    await stored.catch((error) => {
      throw new SendError(`The disk failed: ${error.message}`, true);
    });
    if (mayBeSent && isUnknowable(app, text))
      return void update(app, text, { state: 'failed', error: UNKNOWN });
    let sid = mayBeSent ? await findAtGateway(app, text) : undefined;
    if (!sid) {
      if (mayBeSent && mustLookAgain(app, text, lookUpAfter)) return;
      if (mayBeSent && !claim(app, text, lookUpAfter)) return;
      mayBeSent = false;
      lookedUpFor(app).delete(text.id);
      const pictures = picturesOf(app, text);
      requireOwner();
      const sending = app.sms.send({ ...toOutgoing(text), pictures });
      ({ sid } = await (text.kind === 'code' ? answeredInTime(sending) : sending));
    }
    update(app, text, { state: 'sent', sid });
    // if a power cut undid this, the gateway would be asked for the text
    if (!app.sms.can.findSent) await syncLog(app.db);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    failOrRetry(app, text, error, { mayBeSent: mayBeSent || error.uncertain, lookUpAfter });
  }
}

const lifeOf = ({ kind }: DueText) => (kind === 'code' ? CODE_EXPIRES_AFTER_MS : EXPIRES_AFTER_MS);

const toOutgoing = (text: DueText): OutgoingText => ({
  id: text.id,
  to: text.phone,
  body: text.body,
  createdAt: text.createdAt,
  expiresAt: text.createdAt + lifeOf(text),
  urgent: text.kind === 'code',
});

/** New addresses at each try, because those of the last one may have been used. */
const picturesOf = (app: App, { media }: DueText): string[] | undefined =>
  media && app.sms.can.sendMedia ? createPictureLinks(app, JSON.parse(media)) : undefined;

/** Skips ids that other texts in the outbox have, because two texts can be equal. */
async function findAtGateway(app: App, text: DueText): Promise<string | undefined> {
  const { kind, attempts, lineId } = text;
  const since = text.lookUpSince ?? text.createdAt;
  // the age is unknown if the clock was set back; no text that is still to be sent is older than this
  const age = since <= app.now() ? app.now() - since : EXPIRES_AFTER_MS;
  const gateway = gatewayOfLine(app, lineId);
  if (!gateway?.can.findSent) return undefined;
  const finding = gateway.findSent(toOutgoing(text), age + LOOK_BACK_MARGIN_MS);
  try {
    const sids = await (kind === 'code' ? answeredInTime(finding) : finding);
    return sids.find((sid) => !statements(app.db).findSid.get({ sid }));
  } catch (error) {
    if (error instanceof SendError && kind === 'code' && attempts < CODE_BLIND_TRIES) return undefined;
    throw error;
  }
}

const isUnknowable = (app: App, { kind, attempts, lineId }: DueText): boolean =>
  !(kind === 'code' && attempts < CODE_BLIND_TRIES) && !gatewayOfLine(app, lineId)?.can.findSent;

function answeredInTime<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new SendError('The gateway is slow to answer.', true, null, true)),
    CODE_ANSWERED_WITHIN_MS,
  );
  return Promise.race([call, late.promise]).finally(() => clearTimeout(timer));
}

/** An opt-out does not stop the answer to a STOP. */
function claim(app: App, text: DueText, lookUpAfter: number): boolean {
  return transaction(app.db, () => {
    const expired = app.now() - text.createdAt > lifeOf(text) || text.attempts >= TRIES_MAX;
    const refused = hasStopped(app, text.phone) || isBlocked(app, text.phone);
    if (expired || (text.kind !== 'stop' && refused)) {
      update(app, text, {
        state: expired && text.error ? 'failed' : 'dropped',
        error:
          text.error ??
          (expired ? 'It was too late to send it.' : 'The number has opted out or was blocked.'),
        errorCode: text.errorCode,
      });
      return false;
    }
    if (text.kind !== 'code' && isBudgetSpent(app)) {
      update(app, text, { state: 'limited' });
      return false;
    }
    const { id, state, attempts } = text;
    const line = currentLineId(app);
    // the text is due again after this time, in case this process dies
    const wait = text.kind === 'code' ? CODE_LONGEST_RETRY_MS : lookUpAfter;
    return statements(app.db).claim.run({ id, state, attempts, line, nextAt: app.now() + wait }).changes > 0;
  });
}

function failOrRetry(
  app: App,
  text: DueText,
  { message, code, retry }: SendError,
  { mayBeSent, lookUpAfter }: { mayBeSent: boolean; lookUpAfter: number },
): void {
  const { id, kind, attempts, phone } = text;
  app.log.warn({ outbox: id, kind, attempts, code }, 'text not sent');
  const failure = { error: message, errorCode: code };
  if (mayBeSent) {
    const wait = kind === 'code' ? backOff(text) : nextLook(app, id, lookUpAfter);
    update(app, text, { ...failure, state: 'sending', nextAt: app.now() + wait });
  } else if (retry) {
    update(app, text, { ...failure, state: 'queued', nextAt: app.now() + backOff(text) });
  } else {
    recordFailure(app, phone, app.sms.errors[code ?? 0]);
    update(app, text, { ...failure, state: 'failed' });
  }
}

/** For how long each text has been looked up since its answer was lost, in milliseconds. */
const lookedUpFor = perApp(() => new Map<number, number>());

/** Soon at first, then after twice the time and so on. */
function nextLook(app: App, id: number, lookUpAfter: number): number {
  const before = lookedUpFor(app).get(id) ?? 0;
  const wait = Math.min(lookUpAfter, before + app.sms.knowsSentAfterMs);
  lookedUpFor(app).set(id, before + wait);
  return wait;
}

/**
 * Whether a look that finds nothing sends nothing yet: a gateway that hangs may take the text later than a first look;
 * one that has answered by an error does not.
 */
export function isOnlyLook(app: App, text: DueText, lookUpAfter: number): boolean {
  const { id, kind, state, error, errorCode } = text;
  const hung = state === 'sending' && kind !== 'code' && error !== null && errorCode === null;
  return hung && (lookedUpFor(app).get(id) ?? 0) < lookUpAfter;
}

function mustLookAgain(app: App, text: DueText, lookUpAfter: number): boolean {
  if (!isOnlyLook(app, text, lookUpAfter)) return false;
  const nextAt = app.now() + nextLook(app, text.id, lookUpAfter);
  update(app, text, { state: 'sending', error: text.error, nextAt });
  return true;
}

/** A random quarter more or less keeps many texts from being tried at the same moment. */
function backOff({ attempts, kind }: DueText): number {
  const longest = kind === 'code' ? CODE_LONGEST_RETRY_MS : LONGEST_RETRY_MS;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), longest);
  return Math.round(wait * (0.75 + Math.random() / 2));
}

type Outcome = Pick<OutboxRow, 'state'> & Partial<Pick<OutboxRow, 'sid' | 'error' | 'errorCode' | 'nextAt'>>;

function update(app: App, { id }: DueText, outcome: Outcome): void {
  if (outcome.state !== 'sending') lookedUpFor(app).delete(id);
  const sentAt = outcome.state === 'sent' ? app.now() : null;
  const unchanged = { sid: null, error: null, errorCode: null, nextAt: null };
  statements(app.db).updateUnsent.run({ id, sentAt, ...unchanged, ...outcome });
}

const statements = prepared((db) => ({
  findSid: db.$client.prepare<unknown, { sid: string }>('select 1 from outbox where sid = $sid'),
  claim: db.$client.prepare<
    unknown,
    Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'nextAt'> & { line: number }
  >(`
    update outbox set state = 'sending', attempts = attempts + 1, next_at = $nextAt, line_id = $line
     where id = $id and state = $state and attempts = $attempts`),
  // A report that came before the gateway's answer knows more, so its state stays. A text that was dropped
  // while it was being sent becomes `sent` if the gateway took it.
  updateUnsent: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set state = $state, sid = coalesce($sid, sid), error = $error, error_code = $errorCode,
           next_at = coalesce($nextAt, next_at), sent_at = coalesce($sentAt, sent_at),
           body = case when kind = 'code' and $state not in (${DUE}) then '' else body end
     where id = $id and (state in (${DUE}) or state = 'dropped' and $sid is not null)`),
}));

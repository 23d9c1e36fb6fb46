import { prepared, relaxedTransaction, syncLog, transaction } from '../../db/open';
import type { App } from '../app/app';
import { type OutgoingText, SendError } from '../app/gateway';
import { isBudgetSpent } from './budget';
import { currentLineId, gatewayOfLine } from './lines';
import { hasStopped, type OutboxRow } from './outbox';
import { recordFailure } from './reports';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** Age in milliseconds after which a push, or a text that is not a code, is not sent any more. */
export const EXPIRES_AFTER_MS = 12 * 3_600_000;
/** Age in milliseconds after which a code is not valid any more, and therefore not sent. */
const CODE_EXPIRES_AFTER_MS = 10 * 60_000;
/**
 * Longest wait before a code is looked up or sent again. This wait is shorter than the wait of other texts,
 * because somebody waits for the code.
 */
const CODE_LONGEST_RETRY_MS = 10_000;
/** If the gateway has not answered a request about a code after this time, the answer counts as lost. */
const CODE_ANSWERED_WITHIN_MS = 4_000;
/**
 * Maximum number of tries of a code while the gateway cannot tell if it has the code. More tries could cost
 * too much.
 */
const CODE_BLIND_TRIES = 3;
/**
 * Maximum number of tries of a text, whatever its age. At about one try a minute, these tries take 13 hours.
 */
const TRIES_MAX = 800;
/**
 * Margin that is added to the age of a text when the text is looked up at the gateway, because the gateway's
 * times are in whole seconds.
 */
const LOOK_BACK_MARGIN_MS = 5 * 60_000;

/** The reason, for operators, why a text that may have been sent is not sent again. */
const UNKNOWN =
  'The answer of the gateway was lost, and it cannot be asked: perhaps it was sent, perhaps not.';

export type DueText = Pick<
  OutboxRow,
  | 'id'
  | 'phone'
  | 'body'
  | 'kind'
  | 'state'
  | 'attempts'
  | 'errorCode'
  | 'error'
  | 'createdAt'
  | 'lookUpSince'
  | 'segments'
  | 'lineId'
>;

/**
 * A text or push that is being sent. `ended` resolves when the row has been sent, or its next try is planned.
 */
export type Dispatch<Row> = { row: Row; ended: Promise<void> };

/**
 * Starts to send texts that are due (docs/product.md: Outbox), and returns those that it sends. `lookUpAfter`
 * is in milliseconds. All texts become `sending` in one transaction. The texts are given to the gateway only
 * after this transaction is safe on the disk. Meanwhile the server goes on answering requests. The states of
 * a text:
 *
 * - `pushing`: a push is sent in place of the text (pushing.ts). If a browser takes the push, the text
 *   becomes `pushed`, otherwise `queued` or `limited`.
 * - `held`: waits for an operator, because it may have been sent before a restore (held-texts.ts).
 * - `limited`: waits because the budget, or a rate limit that all numbers share, is used up (limits.ts).
 * - `queued`: waits for `nextAt`. The text becomes `sending` before the request to the gateway, so that two
 *   processes do not both send it. The text is due again after `lookUpAfter`, when the request must have
 *   ended; a code is due sooner.
 * - `sending` and due: the answer was lost, the process died, or the text may have been sent before a
 *   restore. The gateway is asked for the text, which is sent again only if the gateway does not have it. So
 *   the text is neither lost nor sent twice. A code is an exception: it is also sent again if the gateway
 *   cannot tell within seconds, because a second equal code harms nobody.
 * - `sent`: the gateway took the text. A later report may make it `delivered` or `failed`.
 * - `failed`: the gateway refused the text or reported a failure, the text expired after a failed try, or
 *   nobody can tell if it was sent.
 * - `dropped`: the text expired without a failed try, its number opted out, its code was used or replaced, or
 *   its broadcast was stopped. Or it may have been sent before a restore, and an operator chose to drop such
 *   texts.
 */
export function dispatch(app: App, texts: DueText[], lookUpAfter: number): Dispatch<DueText>[] {
  const claimed = relaxedTransaction(app.db, () =>
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
      if (mayBeSent && !claim(app, text, lookUpAfter)) return;
      mayBeSent = false;
      const sending = app.sms.send(toOutgoing(text));
      ({ sid } = await (text.kind === 'code' ? answeredInTime(sending) : sending));
    }
    // if a power cut undoes this write, the text is `sending` and due, and the gateway is asked for it
    const write = app.sms.can.findSent ? relaxedTransaction : transaction;
    write(app.db, () => update(app, text, { state: 'sent', sid }));
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

/**
 * Returns the gateway's id of a text, or undefined if the gateway does not have the text. Skips ids that
 * other texts in the outbox have. Asks the gateway that was given the text. Throws a SendError if that
 * gateway cannot tell; but for a code that has been tried fewer than CODE_BLIND_TRIES times, returns
 * undefined instead, so that the code is sent again.
 */
async function findAtGateway(app: App, text: DueText): Promise<string | undefined> {
  const { kind, attempts, lineId } = text;
  const since = text.lookUpSince ?? text.createdAt;
  // the age is unknown if the clock was set back; no text that is still to be sent is older than
  // EXPIRES_AFTER_MS
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

/**
 * Returns whether nobody can tell if a text was sent, because the gateway that was given the text cannot look
 * texts up or is no longer configured. Returns false for a code that was tried fewer than CODE_BLIND_TRIES
 * times: such a code is sent again.
 */
const isUnknowable = (app: App, { kind, attempts, lineId }: DueText): boolean =>
  !(kind === 'code' && attempts < CODE_BLIND_TRIES) && !gatewayOfLine(app, lineId)?.can.findSent;

/**
 * Returns the gateway's answer to a request about a code. Throws a SendError with `uncertain` if no answer
 * comes in time.
 */
function answeredInTime<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new SendError('The gateway is slow to answer.', true, null, true)),
    CODE_ANSWERED_WITHIN_MS,
  );
  return Promise.race([call, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Makes a text `sending` and returns true. If the number has opted out or the text has expired, marks the
 * text as dropped or failed instead, and returns false. But an opt-out does not stop the answer to a STOP. If
 * the budget is used up, makes the text wait, and returns false. Also returns false if another process or a
 * report has changed the text meanwhile.
 */
function claim(app: App, text: DueText, lookUpAfter: number): boolean {
  return transaction(app.db, () => {
    const expired = app.now() - text.createdAt > lifeOf(text) || text.attempts >= TRIES_MAX;
    if (expired || (text.kind !== 'stop' && hasStopped(app, text.phone))) {
      update(app, text, {
        state: expired && text.error ? 'failed' : 'dropped',
        error: text.error ?? (expired ? 'It was too late to send it.' : 'The number has opted out.'),
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
    // the text is due again after this time, in case this process dies; while the process lives, it skips
    // texts that it is sending
    const wait = text.kind === 'code' ? CODE_LONGEST_RETRY_MS : lookUpAfter;
    return statements(app.db).claim.run({ id, state, attempts, line, nextAt: app.now() + wait }).changes > 0;
  });
}

/**
 * Plans the next try, or marks the text as failed if trying again cannot help. A text that may have been sent
 * is looked up before it is sent again.
 */
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
    const wait = kind === 'code' ? backOff(text) : lookUpAfter;
    update(app, text, { ...failure, state: 'sending', nextAt: app.now() + wait });
  } else if (retry) {
    update(app, text, { ...failure, state: 'queued', nextAt: app.now() + backOff(text) });
  } else {
    recordFailure(app, phone, app.sms.errors[code ?? 0]);
    update(app, text, { ...failure, state: 'failed' });
  }
}

/**
 * Returns the milliseconds until the next try. The wait doubles with each try, up to a limit. A random part
 * of up to a quarter is added or subtracted, so that many texts are not tried at the same moment.
 */
function backOff({ attempts, kind }: DueText): number {
  const longest = kind === 'code' ? CODE_LONGEST_RETRY_MS : LONGEST_RETRY_MS;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), longest);
  return Math.round(wait * (0.75 + Math.random() / 2));
}

type Outcome = Pick<OutboxRow, 'state'> & Partial<Pick<OutboxRow, 'sid' | 'error' | 'errorCode' | 'nextAt'>>;

function update(app: App, { id }: DueText, { state, sid, error, errorCode, nextAt }: Outcome): void {
  statements(app.db).updateUnsent.run({
    id,
    state,
    sid: sid ?? null,
    error: error ?? null,
    errorCode: errorCode ?? null,
    nextAt: nextAt ?? null,
    sentAt: state === 'sent' ? app.now() : null,
  });
}

const statements = prepared((db) => ({
  findSid: db.$client.prepare<unknown, { sid: string }>('select 1 from outbox where sid = $sid'),
  claim: db.$client.prepare<
    unknown,
    Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'nextAt'> & { line: number }
  >(`
    update outbox set state = 'sending', attempts = attempts + 1, next_at = $nextAt, line_id = $line
     where id = $id and state = $state and attempts = $attempts`),
  // A report that came before the gateway's answer to our request knows more, so the state that the report
  // has set stays. A text that was dropped while it was being sent becomes `sent` if the gateway took it. The
  // words of a code are erased once the code is neither `queued` nor `sending`.
  updateUnsent: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set state = $state, sid = coalesce($sid, sid), error = $error, error_code = $errorCode,
           next_at = coalesce($nextAt, next_at), sent_at = coalesce($sentAt, sent_at),
           body = case when kind = 'code' and $state not in ('queued', 'sending') then '' else body end
     where id = $id and (state in ('queued', 'sending') or state = 'dropped' and $sid is not null)`),
}));

import { prepared, transaction } from '../../../db/open';
import { syncLog } from '../../../db/write-ahead-log';
import type { App } from '../../app/app';
import { type MailConnection, MailError } from '../../app/mailer';
import { requireOwner } from '../../app/owner';
import { MAIL_FAILURES_MAX } from '../../contract/mail';
import { textInstead } from '../../outbox/outbox';
import { IS_WAITING } from '../../outbox/states';
import { findUserByPhone } from '../../people/users';
import { bumpUser } from '../../people/versions';
import { compose, type MailRow } from './compose';

/** After the last of these, a text goes in place of the mail. Some servers take a new sender's mail after minutes. */
const RETRY_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 30 * 60_000];
/** A longer wait shows that the clock was set back. */
const LONGEST_WAIT_MS = 2 * 30 * 60_000;
const AT_ONCE = 20;
const LOST = 'The answer of the mail server was lost: perhaps it was sent, perhaps not.';

/** Mails in the order of their causes, over one connection (docs/product/mail-out.md: Sending). */
export async function sendMails(app: App): Promise<void> {
  const line: Line = { open: null, isAway: false };
  try {
    while (!app.stopping) {
      const due = statements(app.db).listDue.all({ now: app.now(), limit: AT_ONCE });
      if (due.length === 0) return;
      for (const { mail, ...row } of due) {
        if (app.stopping || line.isAway) return;
        if (row.isHandedOver) settle(app, row, 'failed', LOST);
        else if (!app.mailer) giveUp(app, row, 'This server sends no mail any more.');
        else await send(app, { ...row, mail: JSON.parse(mail) }, line);
      }
    }
  } finally {
    line.open?.close();
  }
}

/** `isAway`: the server does not answer, so the rest waits for the next run. */
type Line = { open: MailConnection | null; isAway: boolean };

async function send(app: App, row: DueMail, line: Line): Promise<void> {
  if (isForFormerAddress(app, row)) return giveUp(app, row, 'The person has another address now.');
  let isHandedOver = false;
  try {
    const mail = await compose(app, row);
    if (!mail) return settle(app, row, 'dropped', 'What it was about is gone.');
    line.open ??= await app.mailer!.open();
    await line.open.send(mail, async () => {
      await handOver(app, row);
      isHandedOver = true;
    });
    settle(app, row, 'mailed', null);
  } catch (error) {
    line.open?.close();
    line.open = null;
    const isKnown = error instanceof MailError;
    if (!isKnown) app.faults.report(error, 'sending a mail failed', { outbox: row.id });
    const known = isKnown ? error : new MailError(String(error), isHandedOver ? 'lost' : 'later');
    line.isAway = isKnown && known.code === null;
    fail(app, row, known);
  }
}

function giveUp(app: App, row: Pick<DueMail, 'id' | 'kind'>, error: string): void {
  if (row.kind === 'mail') settle(app, row, 'failed', error);
  else textInstead(app, row.id, error);
}

/** Only the mail that asks to confirm an address goes to one that is not the person's. */
const isForFormerAddress = (app: App, { phone, mail: { to, isAsked, inReplyTo } }: DueMail): boolean =>
  !(isAsked && !inReplyTo) && findUserByPhone(app, phone)?.mailAddress !== to;

/** From here on the mail may have been taken, also if this process dies. Fails if the row was withdrawn. */
async function handOver(app: App, { id }: DueMail): Promise<void> {
  const { changes } = transaction(app.db, () => statements(app.db).handOver.run({ id }));
  if (changes === 0) throw new Error('The mail was withdrawn.');
  await syncLog(app.db);
  requireOwner();
}

function fail(app: App, row: DueMail, { message, outcome, code }: MailError): void {
  app.log.warn({ outbox: row.id, outcome, code }, 'mail not sent');
  if (outcome === 'lost') return void settle(app, row, 'failed', LOST);
  const wait = RETRY_MS[row.attempts];
  transaction(app.db, () => {
    statements(app.db).forget.run({ id: row.id });
    if (outcome === 'refused') countFailure(app, row.phone, row.mail.to);
    if (outcome === 'later' && wait !== undefined)
      statements(app.db).retry.run({ id: row.id, nextAt: app.now() + wait, error: message, code });
    else giveUp(app, row, message);
  });
}

function settle(
  app: App,
  { id }: Pick<DueMail, 'id'>,
  state: 'mailed' | 'failed' | 'dropped',
  error: string | null,
) {
  transaction(app.db, () => statements(app.db).settle.run({ id, state, error, now: app.now() }));
}

/** Only for the address that the person has now (docs/product/mail-out.md: Mails that come back). */
export function countFailure(app: App, phone: string, address: string): void {
  const counted = statements(app.db).countFailure.get({ phone, address });
  if (!counted) return;
  if (counted.failures === MAIL_FAILURES_MAX)
    app.log.warn({ user: counted.id }, 'an address gets no more mail');
  bumpUser(app, counted.id);
}

type DueMail = MailRow & { kind: string; attempts: number; isHandedOver: 0 | 1 };

const statements = prepared(({ $client }) => ({
  listDue: $client.prepare<Omit<DueMail, 'mail'> & { mail: string }, { now: number; limit: number }>(`
    select id, phone, kind, attempts, sid is not null as isHandedOver, mail from outbox
     where ${IS_WAITING} and state = 'mailing' and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
     order by next_at, id limit +$limit`),
  handOver: $client.prepare<unknown, { id: number }>(`
    update outbox set sid = 'mail ' || id where id = $id and state = 'mailing'`),
  retry: $client.prepare<unknown, { id: number; nextAt: number; error: string; code: number | null }>(`
    update outbox set attempts = attempts + 1, next_at = $nextAt, error = $error, error_code = $code
     where id = $id and state = 'mailing'`),
  // it was certainly not taken
  forget: $client.prepare<unknown, { id: number }>('update outbox set sid = null where id = $id'),
  // one that was dropped while it was handed over was sent nevertheless
  settle: $client.prepare<unknown, { id: number; state: string; error: string | null; now: number }>(`
    update outbox set state = $state, error = $error, sid = null, sent_at = iif($state = 'mailed', $now, null),
           segments = iif($state = 'mailed', 0, segments)
     where id = $id and (state = 'mailing' or state = 'dropped' and $state = 'mailed')`),
  countFailure: $client.prepare<{ id: number; failures: number }, { phone: string; address: string }>(`
    update users set mail_failures = mail_failures + 1 where phone = $phone and mail_address = $address
    returning id, mail_failures as failures`),
}));

import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good, notice } from '../../contract/health';
import { MAIL_FAILURES_MAX } from '../../contract/mail';
import { IS_WAITING } from '../../outbox/states';

const NAME = 'Mails';
const DAY_MS = 86_400_000;
const LATE_MS = 10 * 60_000;

/** Nothing while mails go only into the simulator's mailboxes. */
export function checkMails(app: App): Finding[] {
  if (!app.config.mail?.send || !app.mailer) return [];
  const { count } = statements(app.db);
  const now = app.now();
  const { readers, silent, sent, failed, waiting, since, error } = count.get({ today: now - DAY_MS })!;
  const value = countOf(sent, 'mail');
  const last = error ? ` The last try: ${error}` : '';
  if (waiting > 0 && since !== null && now - since > LATE_MS)
    return [
      bad(
        NAME,
        `${app.mailer.label} takes no mails. Run tagline doctor. After an hour texts go instead.${last}`,
        {
          value: `${waiting} waiting`,
          at: new Date(since).toISOString(),
        },
      ),
    ];
  const sentences = `Sent in the last day. ${countOf(readers, 'person gets', 'people get')} notices by mail.`;
  if (failed + silent === 0) return [good(NAME, sentences, { value })];
  return [
    notice(
      NAME,
      `${sentences} ${countOf(failed, 'mail')} failed or came back, and ${countOf(silent, 'address', 'addresses')} with ${MAIL_FAILURES_MAX} such mails get none: their owners are texted.${last}`,
      { value },
    ),
  ];
}

type Counts = Record<'readers' | 'silent' | 'sent' | 'failed' | 'waiting', number> & {
  since: number | null;
  error: string | null;
};

const statements = prepared(({ $client }) => ({
  count: $client.prepare<Counts, { today: number }>(`
    select (select count(*) from users where by_mail) as readers,
           (select count(*) from users where mail_failures >= ${MAIL_FAILURES_MAX}) as silent,
           (select count(*) from outbox where sent_at >= $today and state = 'mailed') as sent,
           (select count(*) from outbox where state = 'failed' and created_at >= $today and mail is not null) as failed,
           (select count(*) from outbox where ${IS_WAITING} and state = 'mailing') as waiting,
           (select min(created_at) from outbox where ${IS_WAITING} and state = 'mailing') as since,
           (select error from outbox where ${IS_WAITING} and state = 'mailing' and error is not null limit 1) as error`),
}));

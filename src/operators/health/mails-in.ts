import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good } from '../../contract/health';
import { mailState } from '../../texting/mail/state';

const NAME = 'Notes by mail';
const DAY_MS = 86_400_000;

/** Only a server that runs knows of faults. */
export function checkMailsIn(app: App): Finding[] {
  const { mail } = app.config;
  if (!mail?.listen && !mail?.imap) return [];
  const { smtpError, imapError, imapSeenAt, refused } = mailState(app);
  const seen = imapSeenAt === null ? {} : { at: new Date(imapSeenAt).toISOString() };
  const faults = [
    ...(smtpError ? [bad(NAME, `${smtpError} Mails of other servers do not arrive.`)] : []),
    ...(imapError
      ? [bad(NAME, `The mailbox cannot be read, and is tried again: ${imapError} Check MAIL_IMAP.`, seen)]
      : []),
  ];
  if (faults.length > 0) return faults;
  const { count } = statements(app.db).countSince.get({ since: app.now() - DAY_MS })!;
  const sentence = refused > 0 ? ` Since the start, ${countOf(refused, 'mail')} were refused.` : '';
  return [good(NAME, `Taken in during the last day.${sentence}`, { value: countOf(count, 'mail') })];
}

/** Anybody may ask this, so the finding names no server. */
export const findMailFault = (app: App): Finding[] =>
  checkMailsIn(app).some(({ state }) => state === 'bad')
    ? [bad(NAME, 'No mails come in. The Health card says why.')]
    : [];

const statements = prepared(({ $client }) => ({
  countSince: $client.prepare<{ count: number }, { since: number }>(
    'select count(*) as count from mails where received_at >= $since',
  ),
}));

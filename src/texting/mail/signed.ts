import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findMessage } from '../../messages/find';
import { create } from '../../messages/messages';
import { countFailure } from '../../notices/mail/mailing';
import { isBlocked } from '../../outbox/blocked-numbers';
import { readSigned } from '../../outbox/mail';
import { KEPT_MS } from '../../outbox/outbox';
import type { ParsedMail } from '../../outside/mail/parsed-mail';
import { markMailReachable } from '../../people/mail-address';
import { NoRoom, tellOfNoRoom } from '../../people/storage';
import { findUser } from '../../people/users';
import { recordAct } from '../acts';
import { toNote } from './note';
import type { Recipient, Taken } from './taken';

export { findUserByMail } from '../../people/mail-address';

type Signed = Extract<Recipient, { local: string }>;

export function findSigned(app: App, local: string): Signed | null {
  const signed = readSigned(app, local);
  return signed && { kind: signed.kind === 're' ? 'reply' : 'bounce', local };
}

/** Called in the transaction that stores the mail's key. Null refuses the mail. */
export function receiveSigned(app: App, { kind, local }: Signed, mail: ParsedMail): Taken | null {
  const [first, userId] = readSigned(app, local)?.ids ?? [];
  if (first === undefined) return null;
  if (kind === 'bounce') return receiveBounce(app, first, mail);
  const user = userId === undefined ? null : findUser(app, userId);
  return user && !isBlocked(app, user.phone) ? receiveReply(app, user, first, mail) : null;
}

/** The signature tells who answers what, whatever the mail says of its writer. */
function receiveReply(app: App, user: User, answered: number, mail: ParsedMail): Taken | null {
  if (mail.isAutomatic) return { kind: 'empty', userId: user.id };
  const message = findMessage(app, user, answered);
  const isOld = message && Date.parse(message.timestamp) < app.now() - KEPT_MS;
  if (!message || isOld) return null;
  const { content, files } = toNote({ ...mail, subject: '' });
  if (!content && files.length === 0) return { kind: 'empty', userId: user.id };
  try {
    const messageId = create(app, user, { content, source: 'sms', files, replyTo: answered });
    recordAct(app, user, { kind: 'note', messageId, at: app.now() });
    markMailReachable(app, user);
    return { kind: 'reply', userId: user.id, messageId };
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    tellOfNoRoom(app, user.phone, error);
    return { kind: 'no room', userId: user.id };
  }
}

/** RFC 3464: a delay is no failure. A mail counts once, however many reports come of it. */
function receiveBounce(app: App, id: number, { report }: ParsedMail): Taken {
  const hasFailed =
    report !== null && /^action:\s*failed/im.test(report) && !/^status:\s*[24]\./im.test(report);
  const error = `The mail came back: ${/^diagnostic-code:\s*(.{1,200})/im.exec(report ?? '')?.[1] ?? 'no reason was given'}`;
  const returned = hasFailed ? statements(app.db).markReturned.get({ id, error }) : null;
  if (returned) countFailure(app, returned.phone, returned.address);
  return { kind: 'bounce', userId: null };
}

const statements = prepared(({ $client }) => ({
  markReturned: $client.prepare<{ phone: string; address: string }, { id: number; error: string }>(`
    update outbox set state = 'failed', error = $error
     where id = $id and state = 'mailed' and mail is not null
    returning phone, mail ->> 'to' as address`),
}));

import { createHash } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { Board } from '../../boards/boards';
import { create } from '../../messages/messages';
import { type Asked, answeringMail } from '../../outbox/answers-by-mail';
import { isBlocked } from '../../outbox/blocked-numbers';
import { causedAt } from '../../outbox/held-texts';
import type { ParsedMail, Proven } from '../../outside/mail/parsed-mail';
import { NoRoom, tellOfNoRoom } from '../../people/storage';
import { recordAct } from '../acts';
import { obey } from '../commands/dispatch';
import { commandIn } from './commands';
import { toNote } from './note';
import { findUserByMail, receiveSigned } from './signed';
import type { Recipient, Taken } from './taken';

/**
 * All effects are in one transaction with the mail's key, so receiving a mail again has no effect. Returns false if
 * it is refused. `proven` is its writer, if DMARC has passed.
 */
export function receiveMail(
  app: App,
  recipient: Recipient,
  mail: ParsedMail,
  proven: Proven | null,
  at = app.now(),
): boolean {
  return transaction(app.db, () => {
    const key = keyOf(recipient, mail);
    if (statements(app.db).find.get({ key })) return true;
    // a mailbox is read again after a restore
    const taken = causedAt(app, at, () => take(app, recipient, mail, proven));
    if (!taken) return false;
    const { kind, userId, messageId = null } = taken;
    statements(app.db).insert.run({ key, kind, user: userId, message: messageId, now: app.now() });
    return true;
  });
}

function take(app: App, recipient: Recipient, mail: ParsedMail, proven: Proven | null): Taken | null {
  switch (recipient.kind) {
    case 'person':
      return receiveFromPerson(app, recipient.user, mail, proven);
    case 'board':
      return storeNote(app, recipient.user, mail, recipient.board);
    case 'common': {
      const user = proven && findUserByMail(app, proven.from);
      return user && !isBlocked(app, user.phone) ? receiveFromPerson(app, user, mail, proven) : null;
    }
    default:
      return receiveSigned(app, recipient, mail);
  }
}

function receiveFromPerson(app: App, user: User, mail: ParsedMail, proven: Proven | null): Taken {
  const isProven = proven?.isAligned && proven.from === user.mailAddress;
  const asked: Asked = {
    user: user.id,
    phone: user.phone,
    messageId: mail.id,
    subject: mail.subject,
    isProven,
  };
  const found = commandIn(mail);
  if (found) {
    const text = { body: found.body, files: mail.files, at: app.now() };
    const obeyed = answeringMail(app, asked, () => {
      const first = obey(app, user, found.command, text);
      return asked.digits ? obey(app, user, { kind: 'ok', digits: asked.digits }, text) : first;
    });
    if (obeyed)
      return { kind: obeyed.messageId ? 'message' : 'command', userId: user.id, messageId: obeyed.messageId };
  }
  return storeNote(app, user, mail, null);
}

function storeNote(app: App, user: User, mail: ParsedMail, board: Board | null): Taken {
  const { content, files } = toNote(mail);
  if (!content && files.length === 0) return { kind: 'empty', userId: user.id };
  try {
    const tags = board ? [board.tag] : [];
    const messageId = create(app, user, { content, tags, source: 'sms', files });
    recordAct(app, user, { kind: 'note', messageId, at: app.now() });
    return { kind: 'message', userId: user.id, messageId };
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    tellOfNoRoom(app, user.phone, error);
    return { kind: 'no room', userId: user.id };
  }
}

/** A mail to two addresses of a person is two notes. */
function keyOf(recipient: Recipient, { id, from }: ParsedMail): string {
  const whose =
    recipient.kind === 'person'
      ? recipient.user.id
      : recipient.kind === 'board'
        ? `${recipient.user.id} ${recipient.board.id}`
        : recipient.kind === 'common'
          ? (from?.address ?? '')
          : recipient.local;
  return createHash('sha256').update(`${recipient.kind}\n${whose}\n${id}`).digest('base64url');
}

const statements = prepared(({ $client }) => ({
  find: $client.prepare<unknown, { key: string }>('select 1 from mails where key = $key'),
  insert: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into mails (key, user_id, kind, message_id, received_at)
    values ($key, $user, $kind, $message, $now)`),
}));

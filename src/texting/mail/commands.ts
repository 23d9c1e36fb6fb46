import type { CommandKind } from '../../contract/texting-forms';
import type { ParsedMail } from '../../outside/mail/parsed-mail';
import type { Command } from '../commands/command';
import { findCommand } from '../commands/dispatch';

/** What whoever has the secret address may do; not LOGIN, LEAVE, INVITE and the like. */
const BY_MAIL: readonly CommandKind[] = [
  'ask',
  'status',
  'more',
  'open',
  'undo',
  'ok',
  'remind',
  'reminders',
  'snooze',
  'done',
  'tick',
  'reply',
  'digest',
  'help',
];

/** A subject of ordinary words is a subject, also where a text of these words would be a command. */
const LOOKS_LIKE_ONE =
  /^(?:[?？]|\d{1,2}$|ok\s+\d\d$|(?:more|boards|undo|done|done all|snooze|reminders|help)[.!]?$)/i;
/** In capitals, as by text. `RE:` begins the subject of every answer. */
const CAPITALS = /^(?:RE|REMIND|DIGEST|SNOOZE|DONE)\s/;

/** The command stands in the subject, alone or with its words in the mail, or in the mail without a subject. */
export function commandIn(mail: ParsedMail): { command: Command; body: string } | null {
  if (mail.isAutomatic || mail.isForward) return null;
  const { subject, words, files } = mail;
  const bodies = subject ? (subject.startsWith('?') ? [subject] : [`${subject}\n${words}`]) : [words];
  for (const body of bodies.map((body) => body.trim())) {
    const command =
      LOOKS_LIKE_ONE.test(body) || CAPITALS.test(body) ? findCommand({ body, files, at: 0 }) : null;
    if (command && BY_MAIL.includes(command.kind)) return { command, body };
  }
  return null;
}

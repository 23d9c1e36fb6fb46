import type { User } from '../../db/schema';
import type { Board } from '../../src/boards/boards';
import { renewMailAddress } from '../../src/boards/mail-addresses';
import type { ParsedMail } from '../../src/outside/mail/parsed-mail';
import { receiveMail } from '../../src/texting/mail/receiving';
import { findRecipient } from '../../src/texting/mail/recipients';
import type { TestApp } from './app';
import { NO_BROWSER } from './people';

let mails = 0;

export const mailOf = (more: Partial<ParsedMail>): ParsedMail => ({
  id: `<${++mails}@example.org>`,
  from: { name: 'Ann', address: 'ann@example.org' },
  to: [],
  subject: '',
  date: null,
  isAutomatic: false,
  isForward: false,
  words: '',
  report: null,
  files: [],
  leftOut: 0,
  ...more,
});

export const addressOf = (app: TestApp, user: User, board: Board | null = null): string =>
  renewMailAddress(app, user, board, NO_BROWSER)!;

/** Returns false if the address or the mail is refused. */
export function mailIn(app: TestApp, to: string, more: Partial<ParsedMail>): boolean {
  const recipient = findRecipient(app, to);
  return recipient !== null && receiveMail(app, recipient, mailOf(more), null);
}

import type { User } from '../../../db/schema';
import { sendMails } from '../../../src/notices/mail/mailing';
import { latestMails, type SimulatorMail } from '../../../src/outside/simulator/mailbox';
import { askToConfirm, confirm } from '../../../src/people/mail-address';
import type { TestApp } from '../../support/app';
import { NO_BROWSER } from '../../support/people';

export const ANNS = 'ann@example.org';

/** The token in the newest mail that asks to confirm an address. */
export async function tokenFor(app: TestApp, user: User, address: string): Promise<string> {
  askToConfirm(app, user, address);
  await sendMails(app);
  const [mail] = mailsTo(app, user);
  return /\/mail\/confirm\/([\w-]+)/.exec(mail?.words ?? '')?.[1] ?? '';
}

export async function confirmAddress(app: TestApp, user: User, address = ANNS): Promise<void> {
  confirm(app, await tokenFor(app, user, address), NO_BROWSER);
}

export const mailsTo = (app: TestApp, { phone }: Pick<User, 'phone'>): SimulatorMail[] =>
  latestMails(app.db, phone);

export async function newMails(app: TestApp, user: Pick<User, 'phone'>): Promise<SimulatorMail[]> {
  const known = mailsTo(app, user).length;
  await sendMails(app);
  const all = mailsTo(app, user);
  return all.slice(0, all.length - known);
}

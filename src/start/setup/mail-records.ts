import { resolve } from 'node:path';
import type { Config } from '../../app/config/config';
import { makeDkimKey } from '../../outside/mail/dkim';
import { neededRecords } from '../../outside/mail/dns-records';

/** Makes the key that our mails are signed with, if there is none, and tells what goes into the DNS. */
export function mailRecords({ mail, dataDir, publicUrl }: Config): string[] {
  if (!mail?.send || mail.mailbox) return [];
  const key = makeDkimKey(resolve(dataDir), mail.domain);
  const records = neededRecords(mail, publicUrl ? new URL(publicUrl).hostname : mail.domain, key);
  return [
    `For mails, put these records into the DNS of ${mail.domain}; tagline doctor checks them:`,
    ...records.map((record) => record.join('  ')),
  ];
}

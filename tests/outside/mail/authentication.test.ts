import { expect, test } from 'bun:test';
import { proveAuthor } from '../../../src/outside/mail/authentication';
import { dnsServer } from '../../support/dns-server';
import { MAIL_RECORDS, signed } from '../../support/signed-mail';

const MAIL =
  'From: Ann <Ann@ann.example>\r\nTo: us@x.example\r\nMessage-ID: <1@x>\r\nSubject: x\r\nDate: Tue, 3 Nov 2026 10:00:00 +0000\r\n\r\nmilk\r\n';

const ALIGNED = { from: 'ann@ann.example', isAligned: true };
const BY_SPF = { from: 'ann@ann.example', isAligned: false };
const CASES: [about: string, mail: () => Promise<string>, ip: string, sender: string, object | null][] = [
  ['a signature of its domain', () => signed('ann.example', MAIL), '', '', ALIGNED],
  ['a signature of another domain', () => signed('other.example', MAIL), '', '', null],
  ['a changed word', async () => (await signed('ann.example', MAIL)).replace('milk', 'beer'), '', '', null],
  [
    'words after what was signed',
    async () => `${await signed('ann.example', MAIL, { maxBodyLength: 4 })}more`,
    '',
    '',
    null,
  ],
  [
    'a second writer',
    async () => `From: eve@other.example\r\n${await signed('ann.example', MAIL)}`,
    '',
    '',
    null,
  ],
  [
    'a signature without its recipient',
    () => signed('ann.example', MAIL, { headerList: 'from:subject:message-id' }),
    '',
    '',
    BY_SPF,
  ],
  [
    'a second recipient before the signed one',
    async () => `To: them@x.example\r\n${await signed('ann.example', MAIL)}`,
    '',
    '',
    BY_SPF,
  ],
  ['a server of its domain', async () => MAIL, '192.0.2.1', 'ann@ann.example', BY_SPF],
  ['another server', async () => MAIL, '192.0.2.5', 'ann@ann.example', null],
  ["a server of the sender's other domain", async () => MAIL, '192.0.2.9', 'x@other.example', null],
  ['nothing', async () => MAIL, '', '', null],
  [
    'a domain without DMARC',
    () => signed('other.example', MAIL.replace('ann.example', 'other.example')),
    '',
    '',
    null,
  ],
];

test.each(CASES)('%s proves who wrote a mail, or does not', async (_, mail, ip, sender, expected) => {
  using dns = await dnsServer(MAIL_RECORDS);
  const bytes = new Uint8Array(Buffer.from(await mail()));
  const { proven } = await proveAuthor({ bytes, ip, helo: 'x.example', sender, servers: [dns.address] });
  expect(proven).toEqual(expected);
});

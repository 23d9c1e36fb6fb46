import { expect, test } from 'bun:test';
import { deliverMail } from '../../../src/texting/mail/delivery';
import { confirmAddress } from '../../notices/mail/world';
import { testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { dnsServer } from '../../support/dns-server';
import { contentsOn, house } from '../../support/house';
import { addressOf } from '../../support/mails';
import { MAIL_RECORDS, signed } from '../../support/signed-mail';
import { repliesTo, textIn } from '../../support/texts';

const ANNS = 'ann@ann.example';
const byDomain = (mail: string) => signed('ann.example', mail);
const CASES: [about: string, from: string, to: string, sign: (mail: string) => Promise<string>, boolean][] = [
  ['a signed command is obeyed at once', ANNS, 'secret', byDomain, true],
  ['as is one to the common address', ANNS, 'notes@notes.example', byDomain, true],
  ['one to somebody else is asked about', ANNS, 'bob@other.example', byDomain, false],
  ['so is an unsigned one', ANNS, 'secret', async (mail) => mail, false],
  ["one of the person's other address", 'eve@ann.example', 'secret', byDomain, false],
  [
    'and one whose signature leaves out to whom it is',
    ANNS,
    'secret',
    (mail) => signed('ann.example', mail, { headerList: 'from:subject:message-id' }),
    false,
  ],
];

test.each(CASES)('%s', async (_, from, to, sign, isObeyed) => {
  using dns = await dnsServer(MAIL_RECORDS);
  await using app = testApp({ MAIL_DOMAIN: 'notes.example', MAIL_DNS: dns.address });
  const { owner, member } = house(app);
  await confirmAddress(app, owner, ANNS);
  const secret = addressOf(app, owner);
  textIn(app, ann, 'pin 4711 #house');
  textIn(app, ann, '-#house');
  const head = `From: <${from}>\r\nTo: <${to === 'secret' ? secret : to}>\r\nMessage-ID: <u@x>\r\nSubject: UNDO`;
  const bytes = new TextEncoder().encode(await sign(`${head}\r\n\r\n\r\n`));
  const recipients = [to === 'notes@notes.example' ? to : secret];
  expect(await deliverMail(app, bytes, { recipients, sender: from, ip: '', helo: '' })).toBeNull();
  expect(contentsOn(app, member, 'house')).toEqual(isObeyed ? ['pin 4711 #house'] : []);
  const asked = repliesTo(app, ann).filter((reply) => /Reply OK \d\d/.test(reply));
  expect(asked).toHaveLength(isObeyed ? 0 : 1);
});

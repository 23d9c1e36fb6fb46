import { expect, test } from 'bun:test';
import { readMail } from '../../../src/app/config/mail';
import { makeDkimKey, readDkimKey } from '../../../src/outside/mail/dkim';
import { examineDns, neededRecords } from '../../../src/outside/mail/dns-records';
import { tempFolder } from '../../support/folder';
import { openDnsServer } from './dns-server';

const DOMAIN = 'notes.example.org';
const ENV = { MAIL_DOMAIN: DOMAIN, MAIL_LISTEN: '25', MAIL_SEND: 'smtp://us:pw@smtp.example.net' };

test('doctor misses each record by name, and is content with those that setup shows', async () => {
  using folder = tempFolder();
  const mail = readMail(ENV)!;
  const key = makeDkimKey(folder.path, DOMAIN);
  expect(makeDkimKey(folder.path, DOMAIN)).toEqual(key);
  expect(readDkimKey(folder.path, DOMAIN)).toEqual(key);
  const records = neededRecords(mail, DOMAIN, key);
  const MX: Record<string, string> = {};
  const TXT: Record<string, string[]> = {};
  await using dns = await openDnsServer({ MX, TXT });
  const look = async () => {
    const [finding] = await examineDns(mail, { key, host: DOMAIN, servers: [dns.address] });
    return `${finding!.state}: ${finding!.advice.split('. The records')[0]}`;
  };
  const missing = [
    /^notice: MX: .*SPF: .*DKIM: .*DMARC: /,
    /^notice: SPF: .*DKIM: .*DMARC: /,
    /^notice: DKIM: .*DMARC: /,
    /^notice: DMARC: /,
  ];
  for (const [n, [name, type, value]] of records.entries()) {
    expect(await look()).toMatch(missing[n]!);
    if (type === 'MX') MX[name] = value.replace('10 ', '').replace(/\.$/, '');
    else TXT[name] = [...(TXT[name] ?? ['google-site-verification=x']), value];
  }
  expect(await look()).toBe('good: MX, SPF, DKIM and DMARC are as they should be.');
  TXT[DOMAIN]!.push('v=spf1 -all');
  expect(await look()).toMatch(/^notice: SPF: there are two/);
  const [, [, , spf]] = records as [unknown, [string, string, string]];
  expect(spf).toBe('v=spf1 mx a:smtp.example.net ~all');
});

test('a mailbox elsewhere needs no records, and failing name servers are no fault of ours', async () => {
  const theirs = readMail({ ...ENV, MAIL_DOMAIN: 'ann@example.org', MAIL_LISTEN: undefined })!;
  expect(await examineDns(theirs, { key: null, host: 'x' })).toEqual([]);
  await using dns = await openDnsServer({});
  dns.fail();
  const found = await examineDns(readMail(ENV)!, { key: null, host: DOMAIN, servers: [dns.address] });
  expect(found).toMatchObject([{ state: 'notice', advice: expect.stringContaining('could not be read') }]);
});

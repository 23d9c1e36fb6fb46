import { Resolver } from 'node:dns/promises';
import type { MailConfig } from '../../app/config/mail';
import { type Finding, good, notice } from '../../contract/health';
import { type DkimKey, dkimName, dkimRecord } from './dkim';

const NAME = 'DNS of mail';
const WITHIN_MS = 3_000;

/** What the operator puts into the DNS so that other servers bring mails here, and believe that ours are ours. */
export function neededRecords(
  mail: MailConfig,
  host: string,
  key: DkimKey | null,
): [name: string, type: string, value: string][] {
  const { domain, listen, send } = mail;
  return [
    ...(listen ? [[domain, 'MX', `10 ${host}.`] satisfies [string, string, string]] : []),
    ...(send
      ? [[domain, 'TXT', `v=spf1 mx a:${send.hostname} ~all`] satisfies [string, string, string]]
      : []),
    ...(key ? [[dkimName(key), 'TXT', dkimRecord(key)] satisfies [string, string, string]] : []),
    ...(send
      ? [[`_dmarc.${domain}`, 'TXT', 'v=DMARC1; p=quarantine'] satisfies [string, string, string]]
      : []),
  ];
}

type Asked = { key: DkimKey | null; host: string; servers?: string[] };

/** A mailbox of somebody else's domain has the records of that domain. `servers` are those of tests. */
export async function examineDns(mail: MailConfig, { key, host, servers }: Asked): Promise<Finding[]> {
  if (mail.mailbox || !(mail.send || mail.listen)) return [];
  const resolver = new Resolver({ timeout: WITHIN_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const { domain, listen, send } = mail;
  const texts = (name: string) =>
    list(
      () => resolver.resolveTxt(name),
      (parts) => parts.join(''),
    );
  const [mx, own, dkim, dmarc] = await Promise.all([
    list(
      () => resolver.resolveMx(domain),
      ({ exchange }) => exchange,
    ),
    texts(domain),
    key ? texts(dkimName(key)) : [],
    texts(`_dmarc.${domain}`),
  ]);
  if ([mx, own, dkim, dmarc].includes(null))
    return [notice(NAME, `The records of ${domain} could not be read. Ask again later.`)];
  const spf = own!.filter((record) => /^v=spf1( |$)/i.test(record));
  const publicKey = key && /p=(.+)$/.exec(dkimRecord(key))?.[1];
  // Bun makes several records of one that is longer than 255 characters, as keys are
  const hasKey = dkim!.join('').replace(/\s/g, '').includes(`p=${publicKey}`);
  const needed = neededRecords(mail, host, key);
  const missing = [
    ...(listen && mx!.length === 0 ? ['MX: other servers do not know where mails go'] : []),
    ...(send && spf.length === 0 ? ['SPF: nothing says which servers may send'] : []),
    ...(spf.length > 1 ? ['SPF: there are two records, which counts as none (RFC 7208)'] : []),
    ...(send && !key ? ['DKIM: there is no key, so mails are not signed here; tagline setup makes one'] : []),
    ...(key && !hasKey
      ? ['DKIM: the key of this server is not in the DNS, so its signatures are wrong']
      : []),
    ...(send && !dmarc!.some((record) => /^v=DMARC1/i.test(record))
      ? ['DMARC: many servers refuse mails without it']
      : []),
  ];
  if (missing.length === 0)
    return [good(NAME, 'MX, SPF, DKIM and DMARC are as they should be.', { value: domain })];
  const advice = needed.map((record) => record.join(' ')).join('\n');
  return [notice(NAME, `${missing.join('. ')}. The records for ${domain}:\n${advice}`, { value: domain })];
}

/** Null if the servers do not answer; a name without such records has none. */
async function list<T>(ask: () => Promise<T[]>, read: (record: T) => string): Promise<string[] | null> {
  try {
    return (await ask()).map(read);
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

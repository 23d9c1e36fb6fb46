import { Resolver } from 'node:dns/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import type { Message } from '../cage/frames';

const WITHIN_MS = 5_000;
const PART_LENGTH = 255;

/** `servers`: those of DNS, else the system's. Without `ip`, as of a mailbox, only DKIM can prove anything. */
export type ProofRequest = { ip: string; helo: string; sender: string; servers?: string[] | undefined };

/** Who wrote the mail, if DMARC (RFC 7489) passes by DKIM or SPF; runs in a process of its own. */
export async function proveAuthor({ bytes = new Uint8Array(), ...request }: Message): Promise<Message> {
  const { ip, helo, sender, servers } = request as unknown as ProofRequest;
  const dns = new Resolver({ timeout: WITHIN_MS, tries: 2 });
  if (servers) dns.setServers(servers);
  const resolver = (async (name: string, type: string) => {
    const found = await dns.resolve(name, type as 'TXT');
    return type === 'TXT' ? joinParts(name, found.flat()) : found;
  }) as never;
  const signed = await dkimVerify(Buffer.from(bytes), { resolver, sender });
  const { headerFrom, fromFields } = signed as typeof signed & { fromFields?: number };
  const [from, ...others] = [headerFrom ?? []].flat();
  if (!from || others.length > 0) return { proven: null };
  const sent = ip ? await spf({ ip, helo, sender, resolver } as never) : null;
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: [from],
    ...(fromFields !== undefined && { fromFields }),
    spfDomains: sent && sent.status.result === 'pass' && sent.domain ? [sent.domain] : [],
    // what a signature leaves out at the end could be anybody's words
    dkimDomains: (signed.results ?? [])
      .filter(({ status }) => status.result === 'pass' && !status.underSized)
      .map(({ id, signingDomain, status }) => ({
        id,
        domain: signingDomain,
        aligned: status.aligned,
      })) as never,
    resolver,
  });
  if (response === false || response?.status.result !== 'pass') return { proven: null };
  return { proven: { from: from.toLowerCase(), isAligned: (dkimAligned?.size ?? 0) > 0 } };
}

/** Bun returns each part of a long TXT record as a record. Parts have 255 characters, and a key is one record. */
function joinParts(name: string, parts: string[]): string[][] {
  const records: string[][] = [];
  for (const part of parts) {
    const last = records.at(-1);
    if (last && (name.includes('._domainkey.') || last.at(-1)!.length === PART_LENGTH)) last.push(part);
    else records.push([part]);
  }
  return records;
}

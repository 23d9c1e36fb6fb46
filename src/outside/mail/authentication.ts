import { Resolver } from 'node:dns/promises';
import type { DKIMResult } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import type { Message } from '../cage/frames';

const WITHIN_MS = 5_000;
const PART_LENGTH = 255;
const OF_COMMAND = ['to', 'subject', 'message-id'];

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
  // what a signature leaves out at the end could be anybody's words
  const passed = (signed.results ?? []).filter(
    ({ status }) => status.result === 'pass' && !status.underSized,
  );
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: [from],
    ...(fromFields !== undefined && { fromFields }),
    spfDomains: sent && sent.status.result === 'pass' && sent.domain ? [sent.domain] : [],
    dkimDomains: passed.map(({ id, signingDomain, status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned,
    })) as never,
    resolver,
  });
  if (response === false || response?.status.result !== 'pass') return { proven: null };
  const isAligned = (dkimAligned?.size ?? 0) > 0 && passed.some(coversCommand) && isUnambiguous(bytes);
  return { proven: { from: from.toLowerCase(), isAligned } };
}

/** Else whoever has a mail of this writer could send it again, to us or under another id. */
function coversCommand({ status, signingHeaders }: DKIMResult): boolean {
  const fields = (signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/);
  return Boolean(status.aligned) && OF_COMMAND.every((name) => fields.includes(name));
}

/** A signature covers one field of a name, and says nothing of a second one. */
function isUnambiguous(bytes: Uint8Array): boolean {
  const [head = ''] = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return OF_COMMAND.every((name) => head.match(new RegExp(`^${name}[ \\t]*:`, 'gim'))?.length === 1);
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

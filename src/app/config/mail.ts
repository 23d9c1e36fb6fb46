import { z } from 'zod';
import { ConfigError } from '../errors';
import { HOST_LABEL } from './allow-list';
import { type Env, list, port, readSettings, setting, text } from './settings';

const DOMAIN_ERROR =
  'must be a domain such as notes.example.org, or a mailbox with plus addresses such as ann@example.org';
const LISTEN_ERROR = 'must be a port such as 25, or an address with it such as 127.0.0.1:2525';
const isDomain = (name: string) => name.split('.').every((label) => HOST_LABEL.test(label));
const server = (kind: string) =>
  z
    .url({
      protocol: new RegExp(`^${kind}s?$`),
      error: `must be an address such as ${kind}s://name:password@mail.example.org`,
    })
    .transform((url) => new URL(url))
    .optional();

export const MAIL_SETTINGS = {
  MAIL_DOMAIN: setting(
    z
      .string()
      .toLowerCase()
      .refine((value) => {
        const [domain = '', mailbox = 'notes', ...more] = value.split('@').reverse();
        return isDomain(domain) && /^[\w.+-]{1,30}$/.test(mailbox) && more.length === 0;
      }, DOMAIN_ERROR)
      .optional(),
    'none; notes.example with the simulator',
    'domain of the addresses at which notes come by mail, such as `notes.example.org`; or an existing mailbox whose plus addresses lead to it, such as `ann@example.org` ([Notes by mail](product/mail.md))',
    { question: 'Domain for notes by mail, such as notes.example.org, or your mailbox (empty for none)' },
  ),
  MAIL_LISTEN: setting(
    z
      .string()
      .transform((value) => {
        const [number = '', ...host] = value.split(':').reverse();
        return { host: host.reverse().join(':').replace(/[[\]]/g, '') || undefined, port: number };
      })
      .refine(({ port: number }) => port.safeParse(number).success, LISTEN_ERROR)
      .transform(({ host, port: number }) => ({ host, port: Number(number) }))
      .optional(),
    'none',
    'port at which other servers deliver mails by SMTP, such as `25`, or address and port',
    { question: 'Port for mails of other servers, such as 25 (empty to take them from a mailbox)' },
  ),
  MAIL_CERTIFICATE: setting(
    text,
    'one that the server makes for itself',
    'file with the certificates for `MAIL_LISTEN`, in PEM format',
  ),
  MAIL_KEY: setting(text, 'none', 'file with the private key of `MAIL_CERTIFICATE`'),
  MAIL_IMAP: setting(
    server('imap'),
    'none',
    'mailbox that mails are taken from, such as `imaps://name:password@imap.example.org/INBOX`',
    {
      question: 'Mailbox to take mails from, such as imaps://name:password@imap.example.org (empty for none)',
      secret: true,
    },
  ),
  MAIL_SEND: setting(
    server('smtp'),
    'none',
    'server that takes our mails, such as `smtp://name:password@smtp.example.org:587`',
    {
      question: 'Server that takes mails, such as smtp://name:password@smtp.example.org:587 (empty for none)',
      secret: true,
    },
  ),
  MAIL_DNS: setting(
    list,
    "the system's",
    'DNS servers that are asked who may send a mail, such as `127.0.0.1:53`, separated by commas',
  ),
  MAIL_FROM: setting(text, 'the address for notes by mail', 'address that our mails come from'),
};

export type MailConfig = NonNullable<ReturnType<typeof readMail>>;

/** `standardDomain` is taken if none is set. */
export function readMail(env: Env, standardDomain?: string) {
  const set = readSettings(MAIL_SETTINGS, env);
  const needing = (['MAIL_LISTEN', 'MAIL_IMAP', 'MAIL_SEND'] as const).find((name) => set[name]);
  const given = set.MAIL_DOMAIN ?? standardDomain;
  if (needing && !set.MAIL_DOMAIN) throw new ConfigError(`MAIL_DOMAIN is missing: ${needing} needs it.`);
  if (!given) return null;
  if (!set.MAIL_CERTIFICATE !== !set.MAIL_KEY)
    throw new ConfigError('MAIL_CERTIFICATE and MAIL_KEY are needed together.');
  const [domain = '', mailbox = null] = given.split('@').reverse();
  return {
    domain,
    /** Set if all addresses are plus addresses of this mailbox. */
    mailbox,
    listen: set.MAIL_LISTEN ?? null,
    certificate: set.MAIL_CERTIFICATE ? { file: set.MAIL_CERTIFICATE, keyFile: set.MAIL_KEY! } : null,
    imap: set.MAIL_IMAP ?? null,
    send: set.MAIL_SEND ?? null,
    from: set.MAIL_FROM ?? null,
    dnsServers: set.MAIL_DNS,
  };
}

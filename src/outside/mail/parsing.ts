import { createHash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { VisibleError } from '../../app/errors';
import { MEDIA_BYTES_MAX } from '../../contract/limits';
import type { Message } from '../cage/frames';
import { htmlWords } from './html-words';
import { invitationWords } from './invitation';
import { unpackSigned, unpackUuencoded, withoutPgp } from './packed-words';
import { MAIL_FILES_MAX, type MailHead } from './parsed-mail';
import { readTnef } from './tnef';
import { cleanSubject, keptWords } from './words';

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 3 };
const FORWARDS_MAX = 3;
const TEXT_MAX = 1_000_000;
const SUBJECT_MAX = 500;
const ADDRESSES_MAX = 100;
/** Pictures of signatures and counters are smaller. */
const LOGO_BYTES_MAX = 8_000;
const CALENDAR = /^(?:text\/calendar|application\/ics)$/;
const SIGNED = /^application\/(?:x-)?pkcs7-mime$/;
const TNEF = /^application\/(?:vnd\.)?ms-tnef$/;
const NO_FILES =
  /^(?:application\/(?:pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-encrypted)|message\/(?:delivery-status|disposition-notification)|text\/rfc822-headers)$/;

type Read = { text: string; isForward: boolean; files: File[] };
type File = { name: string | null; type: string; bytes: Uint8Array };

/** Reads a mail in a process of its own (docs/architecture.md: Foreign files). */
export async function parseMail({ bytes = new Uint8Array() }: Message): Promise<Message> {
  const mail = await parse(bytes).catch((error) => {
    throw new VisibleError('BAD_REQUEST', `This mail cannot be read: ${(error as Error).message}`);
  });
  const { subject, isForward } = cleanSubject((mail.subject ?? '').slice(0, SUBJECT_MAX));
  const read = await readParts(mail, isForward, 0);
  const words = read.text.slice(0, TEXT_MAX);
  const fitting = read.files.filter((file) => file.bytes.length <= MEDIA_BYTES_MAX);
  const files = fitting.slice(0, MAIL_FILES_MAX);
  const sender = mail.from && 'address' in mail.from ? mail.from : undefined;
  const head: MailHead = {
    id: mail.messageId?.trim().slice(0, 1_000) || digestOf(mail, words),
    from: sender?.address ? { name: sender.name.slice(0, 200), address: sender.address.toLowerCase() } : null,
    to: (mail.to ?? [])
      .flatMap(({ address, group = [] }) => [address, ...group.map((member) => member.address)])
      .flatMap((address) => address?.toLowerCase() || [])
      .slice(0, ADDRESSES_MAX),
    subject,
    date: mail.date ? Date.parse(mail.date) || null : null,
    isAutomatic: isAutomatic(mail),
    isForward: read.isForward,
    words,
    report: reportOf(mail),
    files: files.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.length })),
    leftOut: read.files.length - files.length,
  };
  return { mail: head, bytes: new Uint8Array(Buffer.concat(files.map((file) => file.bytes))) };
}

/** Words in bytes of no declared encoding are mostly those of Windows. */
async function parse(bytes: Uint8Array<ArrayBuffer>): Promise<Email> {
  const mail = await PostalMime.parse(endQuotes(bytes), { ...LIMITS, forceRfc822Attachments: true });
  if (!mail.text && !mail.html && mail.attachments.length === 0) mail.text = unframedWords(bytes);
  const isBroken = (text?: string) => text?.includes('\ufffd') ?? false;
  if (![mail.subject, mail.text, mail.html].some(isBroken)) return mail;
  const mended = await PostalMime.parse(mendLines(bytes), { ...LIMITS, forceRfc822Attachments: true });
  for (const part of ['subject', 'text', 'html'] as const)
    if (isBroken(mail[part]) && !isBroken(mended[part])) mail[part] = mended[part];
  return mail;
}

/** Of a mail without headers, or of one that names no boundary between its parts. */
function unframedWords(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, TEXT_MAX));
  const [head = '', ...body] = text.split(/\r?\n\r?\n/);
  if (!/^[\w-]+:/m.test(head)) return text;
  return /^content-type:\s*multipart\//im.test(head) && !/boundary=/i.test(head) ? body.join('\n\n') : '';
}

/** A space at the end of a quoted line joins it with the next (RFC 3676), which must not be the answer to it. */
function endQuotes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!mail.includes('flowed')) return new Uint8Array(mail);
  return new Uint8Array(
    Buffer.from(mail.toString('latin1').replace(/^(>.{0,200}?) +(\r?\n)(?!>)/gm, '$1$2'), 'latin1'),
  );
}

function mendLines(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    from += line.length;
    try {
      strict.decode(line);
      lines.push(line);
    } catch {
      lines.push(Buffer.from(new TextDecoder('windows-1252').decode(line)));
    }
  }
  return new Uint8Array(Buffer.concat(lines));
}

async function readParts(mail: Email, forward: boolean, depth: number): Promise<Read> {
  const unpacked = unpackUuencoded(mail.text ?? '');
  const plain = unpacked.words.trim()
    ? withoutPgp(unpacked.words.slice(0, TEXT_MAX))
    : htmlWords((mail.html ?? '').slice(0, 5 * TEXT_MAX));
  const kept = keptWords(plain.slice(0, TEXT_MAX), forward);
  const read: Read = { text: kept.words, isForward: kept.isForward, files: unpacked.files.map(typed) };
  const include = ({ text, files, isForward }: Read) => {
    read.text = [read.text, text].filter(Boolean).join('\n\n');
    read.isForward ||= isForward;
    read.files.push(...files);
  };
  let invitation = '';
  for (const part of mail.attachments) {
    const bytes = bytesOf(part);
    if (part.mimeType === 'message/rfc822' && depth < FORWARDS_MAX) {
      const inner = await parse(bytes);
      const { text, files } = await readParts(inner, false, depth + 1);
      const from =
        inner.from && 'address' in inner.from ? `${inner.from.name} <${inner.from.address}>`.trim() : '';
      const head = [from && `From: ${from}`, inner.date && `Date: ${inner.date}`].filter(Boolean);
      const words = [inner.subject, text].filter(Boolean).join('\n');
      include({ text: [head.join('\n'), words].filter(Boolean).join('\n\n'), files, isForward: true });
    } else if (SIGNED.test(part.mimeType) && depth < FORWARDS_MAX && unpackSigned(bytes))
      include(await readParts(await parse(unpackSigned(bytes)!), forward, depth + 1));
    else if (TNEF.test(part.mimeType) || part.filename === 'winmail.dat') {
      const { words, files } = readTnef(bytes);
      const kept = read.text ? { words: '', isForward: false } : keptWords(words.slice(0, TEXT_MAX), forward);
      include({ text: kept.words, isForward: kept.isForward, files: files.map(typed) });
    } else if (/^begin [0-7]{3} /.test(Buffer.from(bytes.subarray(0, 10)).toString('latin1')))
      read.files.push(...unpackUuencoded(Buffer.from(bytes).toString('latin1')).files.map(typed));
    else if (CALENDAR.test(part.mimeType)) {
      if (!invitation) read.files.push({ name: part.filename ?? 'invite.ics', type: 'text/calendar', bytes });
      invitation ||= invitationWords(new TextDecoder().decode(bytes));
    } else if (bytes.length > 0 && !NO_FILES.test(part.mimeType) && !isLogo(part, bytes))
      read.files.push({ name: part.filename, type: part.mimeType, bytes });
  }
  if (invitation && !read.text.includes(invitation))
    read.text = [invitation, read.text].filter(Boolean).join('\n\n');
  return read;
}

const typed = (file: Omit<File, 'type'>): File => ({ ...file, type: 'application/octet-stream' });

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);

const isLogo = (part: Attachment, { length }: Uint8Array) =>
  part.related === true && part.mimeType.startsWith('image/') && length < LOGO_BYTES_MAX;

function isAutomatic({ headers }: Email): boolean {
  const field = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value?.trim()
      .toLowerCase();
  const submitted = field('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(?:bulk|list|junk|auto_reply)/.test(field('precedence') ?? '') ||
    [
      'list-id',
      'list-unsubscribe',
      'x-auto-response-suppress',
      'x-autoreply',
      'x-autorespond',
      'feedback-id',
    ].some((name) => field(name) !== undefined) ||
    field('return-path') === '<>'
  );
}

function reportOf({ attachments }: Email): string | null {
  const part = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return part ? new TextDecoder().decode(bytesOf(part)).slice(0, 20_000) : null;
}

/** A mail without a Message-ID is known by what it says. */
const digestOf = ({ from, date }: Email, words: string): string =>
  createHash('sha256')
    .update(JSON.stringify([from, date, words]))
    .digest('base64url');

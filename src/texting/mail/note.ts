import { CONTENT_MAX, length, MEDIA_BYTES_MAX, MEDIA_MAX } from '../../contract/limits';
import type { MailFile, ParsedMail } from '../../outside/mail/parsed-mail';

const WHOLE = 'The whole mail.txt';
const CUT = '\n… (all of it is in the file)';

/** The subject and the words. What is too long for a note is cut, with the whole as a file. */
export function toNote({ subject, words, files: given, leftOut }: ParsedMail): {
  content: string;
  files: MailFile[];
} {
  const title = subject && !startsWith(words, subject) ? subject : '';
  const whole = [title, words].filter(Boolean).join('\n').trim();
  const isCut = length(whole) > CONTENT_MAX;
  const fitting = given.filter(({ base64 }) => base64.length * 0.75 <= MEDIA_BYTES_MAX);
  const kept = fitting.slice(0, MEDIA_MAX - (isCut ? 1 : 0));
  const missing = leftOut + given.length - kept.length;
  const more = missing > 0 ? `\n(${missing} more ${missing === 1 ? 'file' : 'files'} came with this.)` : '';
  const end = `${isCut ? CUT : ''}${more}`;
  const room = CONTENT_MAX - length(end);
  const content = length(whole) > room ? [...whole].slice(0, room).join('').trimEnd() : whole;
  const file = { name: WHOLE, type: 'text/plain', base64: Buffer.from(whole).toString('base64') };
  return { content: `${content}${end}`.trim(), files: isCut ? [file, ...kept] : kept };
}

/** Many programs repeat the beginning of a mail as its subject. */
const startsWith = (words: string, subject: string) =>
  words.toLowerCase().startsWith(subject.replace(/(?:\.{3}|…)$/, '').toLowerCase());

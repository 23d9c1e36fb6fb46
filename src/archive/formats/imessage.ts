import { posix } from 'node:path';
import { decodeAddress } from '../../outside/lenient';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import { echoFilter, toChatNote } from './chat-note';
import type { Entry, Group, NoteFile, Reader } from './format';
import { tokensOf } from './html';
import { linesOf } from './lines';
import { fileFormat } from './parts';
import { wallTime } from './signal';
import { isSameNumber } from './sms-backup';

// The program imessage-exporter writes `NUMBER OR NAMES.txt` or `.html` for each chat, and `attachments`. Answers
// and reactions are written below their message, answers also again as messages.

const HEAD =
  /^(?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d?), (?<year>\d{4}) {1,2}(?<time>\d{1,2}:\d\d:\d\d [AP]M)(?<read> \(Read by [^\n)]{1,200}\))?$/;
const ANSWER = /^ +[A-Z][a-z]{2} [ \d]\d?, \d{4} {1,2}\d{1,2}:\d\d:\d\d [AP]M/;
const NOTICE = /^[A-Z][a-z]{2} [ \d]\d?, \d{4} {1,2}\d{1,2}:\d\d:\d\d [AP]M \S/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const REACTIONS = /^(Reactions|Tapbacks):$/;
const ABOUT_ANSWER = 'This message responded to an earlier message.';
const FILE = /^(attachments\/|~?\/[^\n]{1,300}\/Attachments\/)/;
const ME = /^(Me|You)$/;
const STYLES = /<meta charset="UTF-8">[\s\S]*\bxmp \{/;
const ASIDE = /^(replies|reactions|tapbacks|announcement)$/;

type Message = { head: string; sender: string; lines: string[]; files: string[] };

const isText = (start: string): boolean => {
  const [head = '', sender = ''] = start.replace(/^\uFEFF/, '').split(/\r?\n/);
  return HEAD.test(head) && sender.trim() !== '' && !HEAD.test(sender);
};

export const isIMessage = (start: string): boolean => isText(start) || STYLES.test(start);

export const iMessage = fileFormat({
  name: 'iMessage',
  takes: 'texts or HTML of imessage-exporter, alone or in a zip',
  groups: 'own',
  ending: /\.(txt|html)$/i,
  isStart: isIMessage,
  async *read(bundle, path, reader) {
    const toEntry = entryMaker(bundle, path, reader);
    const messages = isText(await bundle.start(path))
      ? textMessages(bundle, path)
      : htmlMessages(bundle, path);
    for await (const message of messages) yield* toEntry(message);
  },
});

async function* textMessages(bundle: Bundle, path: string): AsyncGenerator<Message> {
  let message: Message | null = null;
  let isAside = false; // in the answers and reactions of the message, which end with an empty line
  for await (const line of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
    if (HEAD.test(line)) {
      if (message) yield message;
      message = { head: line, sender: '', lines: [], files: [] };
      isAside = false;
    } else if (!message || NOTICE.test(line)) isAside = NOTICE.test(line);
    else if (message.sender === '') message.sender = line.trim();
    else if (isAside) isAside = line !== '';
    else if (ANSWER.test(line) || REACTIONS.test(line)) isAside = true;
    else if (FILE.test(line)) message.files.push(line.trim());
    else if (line !== ABOUT_ANSWER) message.lines.push(line);
  }
  if (message) yield message;
}

async function* htmlMessages(bundle: Bundle, path: string): AsyncGenerator<Message> {
  let message: Message | null = null;
  let [depth, messageAt, asideAt, inside] = [0, 0, 0, ''];
  for await (const { tag, closing, attributes, text } of tokensOf(bundle, bundle.texts(path))) {
    const { class: kind = '', src = '', href = '' } = attributes;
    if (tag === 'div' && !closing) {
      depth += 1;
      if (asideAt === 0 && ASIDE.test(kind)) asideAt = depth;
      else if (asideAt === 0 && kind === 'message' && !message) {
        message = { head: '', sender: '', lines: [], files: [] };
        messageAt = depth;
      }
    } else if (tag === 'div') {
      if (depth === asideAt) asideAt = 0;
      if (message && depth === messageAt) {
        yield message;
        message = null;
      }
      depth = Math.max(0, depth - 1);
    } else if (!message || asideAt > 0) continue;
    else if (tag === 'span') {
      if (!closing) inside = kind;
      else if (inside !== '') inside = '';
      if (!closing && /^(bubble|subject)$/.test(kind)) message.lines.push('');
    } else if (tag === 'br') message.lines.push('');
    else if (!closing && /^(img|video|audio|source|embed)$/.test(tag) && src) addSource(message, src);
    else if (!closing && tag === 'a' && href) addSource(message, href);
    else if (inside === 'timestamp') message.head += text;
    else if (inside === 'sender') message.sender += text.trim();
    else if (/^(bubble|subject)/.test(inside)) message.lines.push((message.lines.pop() ?? '') + text);
  }
}

/** The address of a page that was sent is only in the preview of the page. */
function addSource({ lines, files }: Message, address: string): void {
  if (/^https?:/i.test(address)) {
    if (!lines.some((line) => line.includes(address))) lines.push(address);
  } else if (!/^([a-z][a-z0-9+.-]*:|#)/i.test(address)) files.push(decodeAddress(address));
}

function entryMaker(bundle: Bundle, path: string, { zone, phone }: Reader) {
  const name = posix.basename(path).replace(/\.(txt|html)$/i, '');
  const own = phone !== null && isSameNumber(name, phone);
  const group: Group = own ? { id: name, name: `${name} (me)`, own } : { id: name, name };
  const isEcho = echoFilter();
  return ({ head, sender: written, lines, files }: Message): Entry[] => {
    const at = timeOf(head.trim(), zone);
    if (at === null) return [{ unreadable: `a message of ${name}`, reason: 'its time cannot be read' }];
    const sender = ME.test(written) ? null : written;
    const message = { group, sender, at, text: lines.join('\n').trim(), files: [] };
    if (isEcho(message)) return [];
    return [{ note: toChatNote({ ...message, files: files.map((file) => toFile(bundle, path, file)) }) }];
  };
}

function toFile(bundle: Bundle, path: string, file: string): NoteFile {
  const found = posix.join(posix.dirname(path), file);
  return bundle.has(found)
    ? toBundleFile(bundle, found)
    : { unreadable: file, reason: 'it is not in the zip or folder' };
}

/** The times are those of the Mac that has exported them. */
function timeOf(head: string, zone: string): number | null {
  const { month = '', day = '', year = '', time = '' } = HEAD.exec(head)?.groups ?? {};
  const [, hour = '', rest = '', half] = /^(\d+):(\S+) ([AP])M$/.exec(time) ?? [];
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const two = (number: number | string) => String(number).trim().padStart(2, '0');
  return wallTime(`${year}-${two(MONTHS.indexOf(month) + 1)}-${two(day)}T${two(hours)}:${rest}`, zone);
}

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { toInstant } from '../../notices/reminders/schedule';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Note, NoteFile, Reader } from './format';
import { linesOf } from './lines';
import { fileFormat } from './parts';
import { type DateOrder, findOrder, type Head, isChat, readHead, toWall } from './whatsapp-times';

/** Matches the words that stand for a file in a chat that was exported without its files. */
const OMITTED =
  /^\u200e?(<[^<>:]+>|\u200e?(image|photo|video|audio|GIF|sticker|document|Contact card) omitted)$/i;
/** Matches an attached file in a chat from an iPhone: `<attached: 00000002-PHOTO.jpg>`, in any language. */
const ATTACHED = /\u200e?<[^<>:]{1,40}: ([^<>/\\]+\.\w{1,5})>/;
// Matches an attached file in a chat from Android: `IMG-20240131-WA0001.jpg (file attached)`, in any
// language.
// `^` matches after each of the line ends, so none may be in the name: the time would grow with their square.
const WITH_FILE = /^\u200e?([^<>/\\()\n\r\u2028\u2029]+\.\w{1,5}) \([^()\n]{3,40}\)$/m;
/** Matches what WhatsApp adds to an edited message, in any language. */
const EDITED = /\u200e<[^<>:]+>$/;
/** Matches the bidirectional marks with which WhatsApp surrounds names and numbers. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Matches a poll, of which WhatsApp translates the first word. */
const POLL = /^\u200e?\p{Lu}+:\n/u;
const PLACE = /^\u200e?[^:\n]{1,30}: https:\/\/maps\.google\.com\//;

export const whatsapp = fileFormat({
  name: 'WhatsApp',
  takes: 'zip or text of a chat',
  ending: /\.txt$/i,
  isStart: isChat,
  read: readChat,
});

async function* readChat(bundle: Bundle, path: string, reader: Reader): AsyncGenerator<Entry> {
  const order = await findOrder(linesOf(bundle, path, NOTE_CHARACTERS_MAX), reader.phone);
  const senders = new Set<string>();
  let notices = 0;
  for await (const message of messagesOf(bundle, path))
    if (isOfPerson(message)) senders.add(message.sender);
    else notices += 1;
  if (notices > 0) yield { leftOut: 'notices of WhatsApp', count: notices };
  const chosen = [...senders].filter((sender) => !reader.groups || reader.groups.includes(sender));
  const chat: Chat = { bundle, path, order, zone: reader.zone, named: chosen.length > 1 };
  for await (const message of messagesOf(bundle, path)) if (isOfPerson(message)) yield toEntry(chat, message);
}

type ChatMessage = Omit<Head, 'sender'> & { sender: string };

async function* messagesOf(bundle: Bundle, path: string): AsyncGenerator<Head> {
  let message: Head | null = null;
  for await (const line of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
    const head = readHead(line);
    if (!head && message && message.text.length < NOTE_CHARACTERS_MAX) message.text += `\n${line}`;
    if (!head) continue;
    if (message) yield message;
    message = head;
  }
  if (message) yield message;
}

// In chats from an iPhone, a notice looks like a message, but begins with U+200E. Files, polls and places begin
// with U+200E, too, but are messages.
const isOfPerson = (message: Head): message is ChatMessage =>
  message.sender !== null &&
  (!message.text.startsWith('\u200e') ||
    [ATTACHED, OMITTED, POLL, PLACE].some((sign) => sign.test(message.text)));

type Chat = { bundle: Bundle; path: string; order: DateOrder; zone: string; named: boolean };

function toEntry(chat: Chat, { sender, date, time, text: written }: ChatMessage): Entry {
  const name = sender.replace(MARKS, '').trim();
  const group = { id: sender, name };
  const at = toWall(date, time, chat.order);
  const place = `${name}, ${date} ${time}`;
  if (!at) return { unreadable: place, reason: 'its date cannot be read' };
  const { text, files } = readFiles(chat, written.replace(EDITED, '').trimEnd());
  if (OMITTED.test(text))
    return { unreadable: place, reason: 'the chat was exported without its photos and files' };
  const digest = createHash('sha256').update(written).digest('base64url').slice(0, 16);
  const content = text.replaceAll('\u200e', '').trim();
  const note: Note = {
    key: JSON.stringify([sender, at, digest]),
    text: chat.named && content !== '' ? `${name}: ${content}` : content,
    createdAt: toInstant(at, chat.zone),
    tags: [],
    files,
    group,
  };
  return { note };
}

function readFiles({ bundle, path }: Chat, written: string): { text: string; files: NoteFile[] } {
  const [whole, name] = ATTACHED.exec(written) ?? WITH_FILE.exec(written) ?? [];
  if (!whole || !name) return { text: written, files: [] };
  const file = posix.join(posix.dirname(path), name);
  const isThere = bundle.has(file);
  // a text that only happens to look like the name of a file stays as it is
  if (!isThere && !ATTACHED.test(written) && !/\(file attached\)$/m.test(whole))
    return { text: written, files: [] };
  return {
    text: written.replace(whole, '').trim(),
    files: [isThere ? toBundleFile(bundle, file) : { unreadable: name, reason: 'it is not in the zip' }],
  };
}

import { posix } from 'node:path';
import { z } from 'zod';
import { type Bundle, toBundleFile } from '../bundle';
import { orUnreadable } from '../notes';
import { parseTime } from '../written-times';
import type { Entry, Group, Note, NoteFile, Reader } from './format';
import { readValues } from './json-items';
import { fileFormat } from './parts';

// Telegram Desktop writes `result.json`, and beside it the folders `photos`, `files` and others.
// `result.json` has one chat, or all chats in `chats.list`. Saved messages are a chat of the type
// `saved_messages`.

const part = z.union([
  z.string(),
  z.object({ type: z.string().nullish(), text: z.string(), href: z.string().nullish() }),
]);

const telegramMessage = z.object({
  id: z.number(),
  type: z.string(),
  date: z.string().nullish(),
  date_unixtime: z.string().nullish(),
  from: z.string().nullish(),
  forwarded_from: z.string().nullish(),
  text: z.union([z.string(), z.array(part)]).default(''),
  photo: z.string().nullish(),
  file: z.string().nullish(),
  file_name: z.string().nullish(),
  mime_type: z.string().nullish(),
  poll: z.object({ question: z.string(), answers: z.array(z.object({ text: z.string() })) }).nullish(),
  contact_information: z
    .object({ first_name: z.string(), last_name: z.string(), phone_number: z.string() })
    .partial()
    .nullish(),
  location_information: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
});
type TelegramMessage = z.infer<typeof telegramMessage>;

type Chat = { name: string | null; type: string; id: string };

/** Between the messages, an export has everything else about the person. */
const PART_MAX = 64_000_000;
const SAVED = 'saved_messages';
const TYPE =
  /"type"\s*:\s*"(saved_messages|personal_chat|bot_chat|(private|public)_(group|supergroup|channel))"/;
const ABOUT = /"about"\s*:\s*"Here is the data you requested/;
/** Matches the words that replace the path of a file that was not exported. */
const NOT_INCLUDED = /^\(.*\)$/;

export const telegram = fileFormat({
  name: 'Telegram',
  takes: 'JSON, alone or in a zip',
  groups: 'own',
  ending: /\.json$/i,
  isStart: (start) => /^\s*\{/.test(start) && (TYPE.test(start) || ABOUT.test(start)),
  read: readExport,
});

async function* readExport(bundle: Bundle, path: string, { groups }: Reader): AsyncGenerator<Entry> {
  const fields = ['name', 'type', 'id', 'messages.*'];
  const paths = fields.flatMap((field) => [`$.${field}`, `$.chats.list.*.${field}`]);
  let chat: Chat = { name: null, type: '', id: '' };
  let name: string | null = null; // a chat has its name before its type; saved messages have no name
  try {
    for await (const { key, value } of readValues(bundle, path, paths, PART_MAX))
      if (typeof key === 'number') yield* toEntries(bundle, path, chat, value, groups);
      else if (key === 'name') name = typeof value === 'string' ? value : null;
      else if (key === 'type') {
        chat = { name, type: String(value), id: '' };
        name = null;
      } else if (key === 'id') chat.id = String(value);
  } catch (error) {
    yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
  }
}

function toEntries(
  bundle: Bundle,
  path: string,
  chat: Chat,
  value: unknown,
  groups: string[] | null,
): Entry[] {
  const place = `a message of ${chat.name ?? 'Saved Messages'}`;
  const { data: message } = telegramMessage.safeParse(value);
  if (!message) return [{ unreadable: place, reason: 'it is not like the others' }];
  if (message.type !== 'message')
    return chat.type === SAVED || groups?.includes(chat.id) ? [{ leftOut: 'notices of Telegram' }] : [];
  return [
    orUnreadable(`${place}, ${message.date ?? ''}`, () => ({ note: toNote(bundle, path, chat, message) })),
  ];
}

function toNote(bundle: Bundle, path: string, chat: Chat, message: TelegramMessage): Note {
  const isSaved = chat.type === SAVED;
  const group: Group = isSaved
    ? { id: SAVED, name: 'Saved Messages', own: true }
    : { id: chat.id, name: chat.name ?? 'Deleted account' };
  const { location_information: place, forwarded_from: source, from } = message;
  const map = place ? `https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}` : '';
  const { poll, contact_information: contact } = message;
  const words = [
    source && `From ${source}:`,
    textOf(message),
    poll && [poll.question, ...poll.answers.map(({ text }) => `- ${text}`)].join('\n'),
    contact && [contact.first_name, contact.last_name, contact.phone_number].filter(Boolean).join(' '),
    map,
  ]
    .filter(Boolean)
    .join('\n');
  return {
    key: `${isSaved ? SAVED : chat.id} ${message.id}`,
    text: !isSaved && from && words ? `${from}: ${words}` : words,
    createdAt: parseTime(message.date_unixtime ?? message.date ?? ''),
    tags: [],
    files: filesOf(bundle, path, message),
    group,
  };
}

function textOf({ text }: TelegramMessage): string {
  if (typeof text === 'string') return text;
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.href && part.href !== part.text ? `${part.text} (${part.href})` : part.text;
    })
    .join('');
}

function filesOf(bundle: Bundle, path: string, message: TelegramMessage): NoteFile[] {
  const { photo, file, file_name: name, mime_type: type, date } = message;
  return [photo, file].flatMap((written): NoteFile[] => {
    if (!written) return [];
    if (NOT_INCLUDED.test(written))
      return [{ unreadable: `a file of ${date ?? 'a message'}`, reason: 'it was not exported' }];
    const found = posix.join(posix.dirname(path), written);
    if (!bundle.has(found)) return [{ unreadable: written, reason: 'it is not in the zip or folder' }];
    return [{ ...toBundleFile(bundle, found, type ?? undefined), ...(name && { name }) }];
  });
}

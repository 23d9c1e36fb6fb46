import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { z } from 'zod';
import { toInstant } from '../../notices/reminders/schedule';
import { decodeAddress } from '../../outside/lenient';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import { toChatNote } from './chat-note';
import type { Entry, Group, NoteFile, Reader } from './format';
import { linesOf } from './lines';
import { fileFormat } from './parts';

// Signal Desktop exports `main.jsonl`, with the frames of its backup, and `files/`. The program signal-export
// writes `CHAT/data.json`, with a message in each line, and `CHAT/media`.

const DELETED = 'messages that were deleted';
const SELF = 'Note to Self';
const DESKTOP =
  /^\s*\{"(version|account|recipient|chat|chatItem)":[^\n]*\n\{"(account|recipient|chat|chatItem|chatFolder|stickerPack|notificationProfile|adHocCall)":/;
const EXPORTED =
  /^\s*\{"date": ?"[^"]+", ?"sender": ?"[^\n]*?"body": ?"[^\n]*?"(attachments|reactions|quote)": ?/;

export const signal = fileFormat({
  name: 'Signal',
  takes: 'the folder of its export, or of signal-export, zipped',
  groups: 'own',
  ending: /\.jsonl?$/i,
  isStart: (start) => DESKTOP.test(start) || EXPORTED.test(start),
  read: async function* (bundle, path, reader) {
    yield* DESKTOP.test(await bundle.start(path))
      ? readFrames(bundle, path, reader)
      : readExported(bundle, path, reader);
  },
});

const words = z.string().nullish();
const bytes = z.string().nullish();

const frame = z.object({
  recipient: z
    .object({
      id: z.coerce.string(),
      self: z.object({}).nullish(),
      contact: z.record(z.string(), z.unknown()).nullish(),
      group: z
        .object({ snapshot: z.object({ title: z.object({ title: words }).nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
  chat: z.object({ id: z.coerce.string(), recipientId: z.coerce.string() }).nullish(),
  chatItem: z
    .object({
      chatId: z.coerce.string(),
      authorId: z.coerce.string().nullish(),
      dateSent: z.coerce.number(),
      outgoing: z.object({}).nullish(),
      standardMessage: z
        .object({
          text: z.object({ body: words }).nullish(),
          longText: z.object({}).nullish(),
          attachments: z
            .array(
              z.object({
                pointer: z
                  .object({
                    contentType: words,
                    fileName: words,
                    locatorInfo: z.object({ plaintextHash: bytes, localKey: bytes, key: bytes }).nullish(),
                  })
                  .nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
      updateMessage: z.unknown().optional(),
      remoteDeletedMessage: z.unknown().optional(),
    })
    .nullish(),
});
type Frame = z.infer<typeof frame>;

async function* readFrames(bundle: Bundle, path: string, reader: Reader): AsyncGenerator<Entry> {
  const names = new Map<string, Group>();
  const chats = new Map<string, string>();
  const stems = new Map(bundle.paths.map((file) => [posix.basename(file).replace(/\.\w+$/, ''), file]));
  let number = 0;
  for await (const line of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
    number += 1;
    if (line.trim() === '') continue;
    const read = parseLine(line, frame);
    if (!read) yield { unreadable: `line ${number}`, reason: 'it is not of an export of Signal' };
    else if (read.recipient) names.set(read.recipient.id, toGroup(read.recipient));
    else if (read.chat) chats.set(read.chat.id, read.chat.recipientId);
    else if (read.chatItem) yield* toEntries(bundle, read.chatItem, { names, chats, stems, reader });
  }
}

const parseLine = <T>(line: string, schema: z.ZodType<T>): T | null => {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
};

function toGroup({ id, self, contact, group }: NonNullable<Frame['recipient']>): Group {
  if (self) return { id, name: SELF, own: true };
  const of = (...fields: string[]) =>
    fields
      .map((field) => contact?.[field] ?? '')
      .join(' ')
      .trim();
  const number = of('e164') && `+${of('e164').replace(/^\+/, '')}`;
  const name = of('systemGivenName', 'systemFamilyName') || of('profileGivenName', 'profileFamilyName');
  return { id, name: group?.snapshot?.title?.title || name || number || of('username') || `Chat ${id}` };
}

/** What is left out of the other chats says nothing to the person. */
const isChosen = ({ id, own }: Group, { groups }: Reader): boolean =>
  groups ? groups.includes(id) : own === true;

type Known = {
  names: Map<string, Group>;
  chats: Map<string, string>;
  stems: Map<string, string>;
  reader: Reader;
};

function* toEntries(
  bundle: Bundle,
  item: NonNullable<Frame['chatItem']>,
  { names, chats, stems, reader }: Known,
): Generator<Entry> {
  const { chatId, authorId, dateSent: at, outgoing, standardMessage: message } = item;
  const group = names.get(chats.get(chatId) ?? '') ?? { id: chatId, name: `Chat ${chatId}` };
  if ((item.updateMessage || item.remoteDeletedMessage || !message) && !isChosen(group, reader)) return;
  if (item.updateMessage) return yield { leftOut: 'notices of Signal' };
  if (item.remoteDeletedMessage) return yield { leftOut: DELETED };
  const place = `a message of ${group.name}, ${new Date(at > 0 && at < 8e15 ? at : 0).toISOString().slice(0, 16)}`;
  if (!message || !(at > 0))
    return yield { unreadable: place, reason: 'it is a sticker, a poll or another thing without words' };
  if (message.longText && isChosen(group, reader))
    yield { unreadable: place, reason: 'the rest of a long text is a file of its own' };
  const files = (message.attachments ?? []).map(({ pointer }): NoteFile => {
    const { plaintextHash = '', localKey, key } = pointer?.locatorInfo ?? {};
    const found = [localKey, key].map((key) => stems.get(mediaName(plaintextHash, key))).find(Boolean);
    if (!found)
      return {
        unreadable: `${place}, ${pointer?.fileName ?? 'a file'}`,
        reason: 'the file is not in the export',
      };
    return {
      ...toBundleFile(bundle, found, pointer?.contentType ?? undefined),
      ...(pointer?.fileName && { name: pointer.fileName }),
    };
  });
  const sender = outgoing || !authorId ? null : (names.get(authorId)?.name ?? group.name);
  const text = message.text?.body ?? '';
  yield { note: toChatNote({ group, sender, at, text, files, id: JSON.stringify([at, sender, text]) }) };
}

/** A file of a local backup is named by what is in it and by its key. */
const mediaName = (hash: string | null, key: string | null | undefined): string =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from(hash ?? '', 'base64'), Buffer.from(key ?? '', 'base64')]))
    .digest('hex');

const exported = z.object({
  date: z.string(),
  sender: z.string(),
  body: z.string(),
  quote: words,
  sticker: z.object({ emoji: words }).nullish(),
  attachments: z.array(z.object({ name: z.string(), path: z.string() })).nullish(),
  deleted: z.boolean().nullish(),
  call: z.boolean().nullish(),
});

async function* readExported(bundle: Bundle, path: string, reader: Reader): AsyncGenerator<Entry> {
  const folder = posix.dirname(path);
  const name = folder === '.' ? 'This chat' : posix.basename(folder);
  const group: Group = { id: name, name, ...(name === SELF && { own: true }) };
  let number = 0;
  for await (const line of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
    number += 1;
    if (line.trim() === '') continue;
    const message = parseLine(line, exported);
    const at = message ? wallTime(message.date, reader.zone) : null;
    if (!message || at === null)
      yield { unreadable: `${path}, line ${number}`, reason: 'it is not a message' };
    else if (message.call || message.deleted) {
      if (isChosen(group, reader)) yield { leftOut: message.call ? 'calls' : DELETED };
    } else {
      const words = [message.quote?.trim(), message.body.trim(), message.sticker?.emoji]
        .filter(Boolean)
        .join('\n');
      const files = (message.attachments ?? []).map((file): NoteFile => {
        const found = posix.join(folder, decodeAddress(file.path));
        return file.path !== '' && bundle.has(found)
          ? toBundleFile(bundle, found)
          : { unreadable: `${name}, ${file.name || 'a file'}`, reason: 'the file is not in the export' };
      });
      const sender = message.sender === 'Me' ? null : message.sender;
      yield { note: toChatNote({ group, sender, at, text: words, files }) };
    }
  }
}

/** The program writes the time of the machine that it runs on, without a zone. */
export function wallTime(written: string, zone: string): number | null {
  try {
    return toInstant(written, zone);
  } catch {
    return null;
  }
}

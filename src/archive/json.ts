import { z } from 'zod';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { ZipReader, ZipWriter } from '../zip';
import {
  type ArchivedBoard,
  type ArchivedPerson,
  type ArchivedPhone,
  readPeople,
  readPhones,
  readSharedBoards,
} from './accounts';
import { MediaFolder } from './media-folder';
import { type ArchivedMessage, readMessages } from './messages';
import { boardEntry, messageEntry, personEntry, phoneEntry } from './schemas';

/** Name of the zip entry that marks an archive of this format. */
export const HEADER = 'tagline.json';
const FORMAT = { format: 'tagline-export', version: 1 };
/** Size of the largest header, and of the longest line: a board with 10,000 members. */
const HEADER_BYTES_MAX = 10_000;
const LINE_CHARACTERS_MAX = 2_000_000;
/** Number of characters that are collected before they are written. */
const CHUNK = 1 << 16;

/**
 * Writes the only complete format: a header, four JSON arrays with one entry on each line, and the media,
 * named by their hashes. The same data give the same bytes. Importing an export of everybody into an empty
 * server restores their accounts, shared boards and messages. `onMessage` is called for each message.
 */
export async function writeJson(
  app: App,
  person: User | null,
  zip: ZipWriter,
  onMessage: () => void,
): Promise<void> {
  const media = new MediaFolder(app);
  async function* messages() {
    for (const message of readMessages(app, person)) {
      onMessage();
      yield toMessageEntry({ ...message, media: await media.add(message.media) });
    }
  }
  await zip.add(HEADER, [`${JSON.stringify(FORMAT)}\n`]);
  await zip.add('people.json', lines(readPeople(app, person).map(toEntry)));
  await zip.add('phones.json', lines(readPhones(app, person).map(toPhoneEntry)));
  await zip.add('boards.json', lines(readSharedBoards(app, person).map(toBoardEntry)));
  await zip.add('messages.json', lines(messages()));
  await media.writeTo(zip);
}

const toIso = (time: number) => new Date(time).toISOString();

function toMessageEntry(message: ArchivedMessage) {
  const { id, from, createdAt, editedAt, source, content, replyTo, boards, media, reminders } = message;
  return {
    id,
    from,
    createdAt: toIso(createdAt),
    ...(editedAt !== null && { editedAt: toIso(editedAt) }),
    source,
    content,
    ...(replyTo !== null && { replyTo }),
    boards,
    ...(media.length > 0 && { media }),
    ...(reminders && { reminders: reminders.map(toEntry) }),
  };
}

const toPhoneEntry = ({ consents, ...phone }: ArchivedPhone) => ({
  ...toEntry(phone),
  ...(consents.length > 0 && {
    consents: consents.map(({ at, ...consent }) => toEntry({ ...consent, givenAt: at })),
  }),
});

const toBoardEntry = ({ members, ...board }: ArchivedBoard) => ({
  ...toEntry(board),
  members: members.map(toEntry),
});

/** Returns an entry with its times in ISO 8601 and without null values. */
const toEntry = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, /At$|^at$/.test(key) ? toIso(value as number) : value]),
  );

/** Yields a JSON array in chunks, with one entry on each line. */
async function* lines(entries: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let chunk = '[';
  let separator = '\n';
  for await (const entry of entries) {
    chunk += separator + JSON.stringify(entry);
    separator = ',\n';
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}\n]\n`;
}

/** The contents of an archive. Each call of a function yields all entries of a kind again from the first. */
export type ArchiveContents = {
  people: () => AsyncIterable<ArchivedPerson>;
  phones: () => AsyncIterable<ArchivedPhone>;
  boards: () => AsyncIterable<ArchivedBoard>;
  messages: () => AsyncIterable<ArchivedMessage>;
};

/**
 * Opens an archive of this format. Throws a VisibleError if the header is invalid or of a newer version.
 * Reading an invalid entry later throws a VisibleError that names its line.
 */
export async function readJson(zip: ZipReader): Promise<ArchiveContents> {
  const header = z.object({ format: z.literal(FORMAT.format), version: z.number() }).safeParse(
    await zip
      .text(HEADER, HEADER_BYTES_MAX)
      .then(JSON.parse)
      .catch(() => null),
  );
  if (!header.success) throw zip.damaged(new Error(`its ${HEADER} cannot be read`));
  if (header.data.version > FORMAT.version)
    throw zip.damaged(new Error('it was made by a newer Tagline. Update Tagline, then import'));
  return {
    people: () => entries(zip, 'people.json', personEntry),
    phones: () => entries(zip, 'phones.json', phoneEntry),
    boards: () => entries(zip, 'boards.json', boardEntry),
    messages: () => entries(zip, 'messages.json', messageEntry),
  };
}

/** Yields the entries of a JSON array with one entry a line. Throws a VisibleError naming a wrong line. */
async function* entries<T>(zip: ZipReader, name: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let number = 0;
  for await (const line of linesOf(zip, name)) {
    number += 1;
    if (line === '' || line === '[' || line === ']') continue;
    const parsed = schema.safeParse(parseJson(line.replace(/,$/, '')));
    if (parsed.success) yield parsed.data;
    else {
      const [issue] = parsed.error.issues;
      throw zip.damaged(new Error(`${name}, line ${number}: ${issue?.path.join('.')} ${issue?.message}`));
    }
  }
}

async function* linesOf(zip: ZipReader, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of zip.chunks(name)) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    if (parts.some(({ length }) => length > LINE_CHARACTERS_MAX))
      throw zip.damaged(new Error(`${name} has a line of more than ${LINE_CHARACTERS_MAX} characters`));
    rest = parts.pop() ?? '';
    yield* parts;
  }
  yield rest + decoder.decode();
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

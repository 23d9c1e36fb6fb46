import { z } from 'zod';
import type { App } from '../app';
import type { ZipReader, ZipWriter } from '../zip';
import { MediaFolder } from './media-folder';
import {
  type ArchivedBoard,
  type ArchivedMessage,
  type ArchivedPerson,
  type ArchivedPhone,
  readMessages,
  readPeople,
  readPhones,
  readSharedBoards,
  type Whose,
} from './messages';
import { boardEntry, messageEntry, personEntry, phoneEntry } from './schemas';

/**
 * The archive that loses nothing: a zip of JSON files, each an array with one entry a line, and the media by
 * the hash of their bytes. The same data make the same bytes, and an import into an empty server makes the same data.
 */

export const HEADER = 'tagline.json';
const FORMAT = { format: 'tagline-export', version: 1 };
const CHUNK = 1 << 16;

export async function writeJson(app: App, whose: Whose, zip: ZipWriter, counted: () => void): Promise<void> {
  const media = new MediaFolder(app);
  async function* messages() {
    for (const note of readMessages(app, whose)) {
      counted();
      yield toEntry({ ...note, media: await media.take(note.media) });
    }
  }
  await zip.add(HEADER, [`${JSON.stringify(FORMAT)}\n`]);
  await zip.add('people.json', lines(readPeople(app, whose).map(withTimes)));
  await zip.add('phones.json', lines(readPhones(app, whose).map(withTimes)));
  await zip.add('boards.json', lines(readSharedBoards(app, whose).map(toBoardEntry)));
  await zip.add('messages.json', lines(messages()));
  await media.addTo(zip);
}

const at = (time: number) => new Date(time).toISOString();

function toEntry({ id, from, createdAt, editedAt, source, content, boards, media }: ArchivedMessage) {
  return {
    id,
    from,
    createdAt: at(createdAt),
    ...(editedAt !== null && { editedAt: at(editedAt) }),
    source,
    content,
    boards,
    ...(media.length > 0 && { media }),
  };
}

const toBoardEntry = ({ members, ...board }: ArchivedBoard) => ({
  ...withTimes(board),
  members: members.map(withTimes),
});

/** Times as people write them; what is not set is left out. */
const withTimes = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, key.endsWith('At') ? at(value as number) : value]),
  );

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

export type Contents = {
  people: ArchivedPerson[];
  phones: ArchivedPhone[];
  boards: ArchivedBoard[];
  /** Each time from the beginning. */
  notes: () => AsyncIterable<ArchivedMessage>;
};

/** What is in such an archive. Throws a VisibleError at the first entry that is not as it should be, with its place. */
export async function readJson(zip: ZipReader): Promise<Contents> {
  const header = z.object({ format: z.literal(FORMAT.format), version: z.number() }).safeParse(
    await zip
      .text(HEADER)
      .then(JSON.parse)
      .catch(() => null),
  );
  if (!header.success) throw zip.damaged(new Error(`its ${HEADER} cannot be read`));
  if (header.data.version > FORMAT.version)
    throw zip.damaged(new Error('it was made by a newer Tagline. Update Tagline, then import'));
  return {
    people: await Array.fromAsync(entries(zip, 'people.json', personEntry)),
    phones: await Array.fromAsync(entries(zip, 'phones.json', phoneEntry)),
    boards: await Array.fromAsync(entries(zip, 'boards.json', boardEntry)),
    notes: () => entries(zip, 'messages.json', messageEntry),
  };
}

async function* entries<T>(zip: ZipReader, name: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let number = 0;
  for await (const line of linesOf(zip.chunks(name))) {
    number += 1;
    if (line === '' || line === '[' || line === ']') continue;
    const read = schema.safeParse(parse(line.replace(/,$/, '')));
    if (read.success) yield read.data;
    else {
      const [issue] = read.error.issues;
      throw zip.damaged(new Error(`${name}, line ${number}: ${issue?.path.join('.')} ${issue?.message}`));
    }
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  yield rest + decoder.decode();
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

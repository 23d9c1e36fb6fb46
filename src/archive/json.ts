import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { ZipWriter } from '../app/zip';
import { readPeople, readPhones, readSharedBoards } from './accounts';
import { MediaFolder } from './media-folder';
import { readMessages } from './messages';
import type { ArchivedBoard, ArchivedMessage, ArchivedPhone } from './schemas';

export const HEADER = 'tagline.json';
export const FORMAT = { format: 'tagline-export', version: 1 };
const CHUNK = 1 << 16;

/**
 * The same data give the same bytes. Importing an export of everybody into an empty server restores the
 * accounts, shared boards and messages.
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

const toMessageEntry = ({ media, reminders, ...message }: ArchivedMessage) => ({
  ...toEntry(message),
  ...(media.length > 0 && { media }),
  ...(reminders && { reminders: reminders.map(toEntry) }),
});

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

const toEntry = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, /At$|^at$/.test(key) ? toIso(value as number) : value]),
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

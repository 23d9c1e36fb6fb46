import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { readPeople, readPhones, readSharedBoards } from './accounts';
import { FORMAT, HEADER, toBoardEntry, toEntry, toMessageEntry, toPhoneEntry } from './json-entries';
import type { MediaFolder } from './media-folder';
import type { ArchivedMessage } from './schemas';

const CHUNK = 1 << 14;

/**
 * The same data give the same bytes. Importing an export of everybody into an empty server restores the
 * accounts, shared boards and messages.
 */
export async function writeJson(
  app: App,
  person: User | null,
  messages: Iterable<ArchivedMessage>,
  media: MediaFolder,
): Promise<void> {
  async function* messageEntries() {
    for await (const message of media.addFilesOf(messages)) yield toMessageEntry(message);
  }
  const { zip } = media;
  await zip.add(HEADER, [`${JSON.stringify(FORMAT)}\n`]);
  await zip.add('people.json', lines(readPeople(app, person).map(toEntry)));
  await zip.add('phones.json', lines(readPhones(app, person).map(toPhoneEntry)));
  await zip.add('boards.json', lines(readSharedBoards(app, person).map(toBoardEntry)));
  await zip.add('messages.json', lines(messageEntries()));
}

async function* lines(entries: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let chunk = '[';
  let separator = '\n';
  for await (const entry of entries) {
    chunk += separator + JSON.stringify(entry);
    separator = ',\n';
    if (chunk.length < CHUNK) continue;
    yield chunk;
    await new Promise(setImmediate); // lets requests run
    chunk = '';
  }
  yield `${chunk}\n]\n`;
}

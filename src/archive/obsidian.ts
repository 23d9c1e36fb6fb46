import { DEFAULT_TAG } from '../contract/limits';
import { foldName, freeName, legalName, splitName } from './file-names';
import { FENCE } from './markdown';
import type { MediaFolder, Named } from './media-folder';
import type { ArchivedMessage } from './schemas';
import { titleOf } from './titles';

const HASH_DIGITS = 16;
/** Obsidian takes no tag of digits alone. */
const OBSIDIAN_TAG = /[^\d]/;

export const nameAttachment = ({ archived, sha256 }: Named): string => {
  const { stem, ending } = splitName(archived.name, archived.type);
  return `attachments/${stem}-${sha256.slice(0, HASH_DIGITS)}${ending}`;
};

/** A folder for each board; a note is in that of its first board, and names the others. */
export async function writeObsidian(
  messages: Iterable<ArchivedMessage>,
  media: MediaFolder,
  dayOf: (time: number) => string,
): Promise<void> {
  const names = new Map<string, string>();
  let taken = new Set<string>();
  let takenOn = '';
  for await (const message of media.addFilesOf(messages)) {
    const day = dayOf(message.createdAt);
    // the messages come by time, so that only names of the same day can clash
    if (takenOn !== day) taken = new Set();
    takenOn = day;
    const title = titleOf(message.content);
    const folder = legalName(message.boards[0]?.tag ?? DEFAULT_TAG) || DEFAULT_TAG;
    const stem = `${day} ${legalName(title) || (message.media.length > 0 ? 'Photo' : 'Note')}`;
    const name = freeName(`${folder}/${stem}`, '', taken);
    taken.add(foldName(name));
    names.set(message.id, name);
    const answered = message.replyTo === null ? undefined : names.get(message.replyTo);
    await media.zip.add(`${name}.md`, [toNote(message, { title, day, answered })]);
  }
}

type Facts = { title: string; day: string; answered: string | undefined };

function toNote({ createdAt, editedAt, content, boards, media }: ArchivedMessage, facts: Facts): string {
  const { title, day, answered } = facts;
  const tags = boards.map(({ tag }) => tag);
  const properties = {
    ...(title && { title }),
    created: new Date(createdAt).toISOString(),
    ...(editedAt !== null && { edited: new Date(editedAt).toISOString() }),
    boards: tags,
    tags: tags.filter((tag) => OBSIDIAN_TAG.test(tag)),
    ...(boards.some(({ pinned }) => pinned) && { pinned: true }),
    ...(answered && { 'reply-to': `[[${answered}]]` }),
  };
  // every JSON value is valid YAML; only a day without quotation marks is a date in Obsidian
  const matter = Object.entries(properties).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const shown = media.map(({ file }) => `\n![[${file}]]\n`);
  return `${FENCE}date: ${day}\n${matter.join('')}${FENCE}\n${content}\n${shown.join('')}`;
}

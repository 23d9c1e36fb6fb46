import type { Entry, Format, ImportedMessage, Note } from './formats/format';
import { toMessages } from './notes';
import { addRemark, countLeftOut, countNote, countUnreadable, type Tally } from './tally';

type Options = {
  tally: Tally;
  /** Notes of other groups are only counted. */
  groups: string[] | null;
  untagged?: string;
  now: number;
  /** If set, only messages of this sender and messages without a sender are yielded. */
  only: string | null;
};

/** Yields an array for each entry, also an empty one, so that the caller sees that the reading goes on. */
export async function* readMessages(
  format: Format,
  entries: AsyncIterable<Entry>,
  { tally, groups, untagged, now, only }: Options,
): AsyncGenerator<ImportedMessage[]> {
  const withUniqueKey = uniqueKeys();
  for await (const entry of entries) {
    if (!('note' in entry) && !('message' in entry)) {
      if ('unreadable' in entry) countUnreadable(tally, entry);
      else if ('leftOut' in entry) countLeftOut(tally, entry);
      else addRemark(tally, entry);
      yield [];
      continue;
    }
    const note = 'note' in entry ? withUniqueKey(entry.note) : null;
    const { messages, unreadable } = note
      ? toMessages(note, { format: format.name, now, untagged })
      : { messages: 'message' in entry ? [entry.message] : [], unreadable: [] };
    const [first] = messages;
    if (!first) {
      yield [];
      continue;
    }
    const isChosen = !groups || !note?.group || groups.includes(note.group.id);
    if (isChosen) for (const file of unreadable) countUnreadable(tally, file);
    const isEmpty = note && first.content.trim() === '' && first.files.length === 0;
    const isOthers = only !== null && first.from !== null && first.from !== only;
    if (isEmpty) tally.empty += 1;
    else if (isOthers) tally.others += 1;
    else countNote(tally, note?.group, messages);
    yield isChosen && !isEmpty && !isOthers ? messages : [];
  }
}

// Returns a function that adds a number to the key of a note if an earlier note has the same key but a
// different text. Notes with the same key and the same text keep the same key.
function uniqueKeys(): (note: Note) => Note {
  const texts = new Map<string, bigint[]>();
  return (note) => {
    if (note.key === undefined) return note;
    const hash = BigInt(Bun.hash(note.text));
    const known = texts.get(note.key) ?? [];
    if (!known.includes(hash)) texts.set(note.key, [...known, hash]);
    const number = (texts.get(note.key) ?? []).indexOf(hash);
    return number === 0 ? note : { ...note, key: `${note.key} ${number + 1}` };
  };
}

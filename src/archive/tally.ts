import type { Group, ImportedMessage, Unreadable } from './formats/format';

/** Maximum number of unreadable parts that are listed. Further ones are only counted. */
const LISTED = 100;

/** Numbers of the notes, photos and other files of one group. `tags` has the tags of these notes. */
export type GroupTally = { group: Group; notes: number; photos: number; files: number; tags: Set<string> };

/** Counts of what was read from a bundle so far. */
export type Tally = {
  /** Counts by the id of the group. The id is '' for notes without a group. */
  groups: Map<string, GroupTally>;
  /** Messages that are stored already. */
  known: number;
  /** Notes with neither text nor files. They are left out. */
  empty: number;
  /** Notes that are too long for one message, or have too many files. */
  long: number;
  /** Messages of other people. They are left out. */
  others: number;
  unreadable: number;
  /** The first LISTED unreadable parts. */
  reasons: Unreadable[];
};

export const createTally = (): Tally => ({
  groups: new Map(),
  known: 0,
  empty: 0,
  long: 0,
  others: 0,
  unreadable: 0,
  reasons: [],
});

export function countUnreadable(tally: Tally, { unreadable, reason }: Unreadable): void {
  tally.unreadable += 1;
  if (tally.reasons.length < LISTED) tally.reasons.push({ unreadable, reason });
}

/** Counts a note, with the photos, files and tags of the messages that it becomes. */
export function countNote(tally: Tally, group: Group | undefined, messages: ImportedMessage[]): void {
  const counted = groupTally(tally, group);
  counted.notes += 1;
  if (messages.length > 1) tally.long += 1;
  for (const { files, boards } of messages) {
    const photos = files.filter(({ type }) => type.startsWith('image/')).length;
    counted.photos += photos;
    counted.files += files.length - photos;
    for (const { tag } of boards) counted.tags.add(tag);
  }
}

function groupTally({ groups }: Tally, group: Group = { id: '', name: '' }): GroupTally {
  const known = groups.get(group.id);
  if (known) return known;
  const created = { group, notes: 0, photos: 0, files: 0, tags: new Set<string>() };
  groups.set(group.id, created);
  return created;
}

import type { ImportLook } from '../contract/imports';
import type { Group, ImportedMessage, LeftOut, Remark, Unreadable } from './formats/format';

export const REASONS_LISTED = 100;

export type GroupTally = { group: Group; notes: number; photos: number; files: number; tags: Set<string> };

export type Tally = ReturnType<typeof createTally>;

export const createTally = () => ({
  groups: new Map<string, GroupTally>(), // by id, which is '' for notes without a group
  known: 0,
  empty: 0,
  long: 0,
  others: 0,
  unreadable: 0,
  reasons: [] as ImportLook['reasons'],
  leftOut: new Map<string, number>(),
  remarks: new Set<string>(),
});

const LEFT_OUT_LISTED = 50;
const REMARKS_LISTED = 20;

export function countLeftOut({ leftOut }: Tally, { leftOut: what, count = 1 }: LeftOut): void {
  const isListed = leftOut.has(what) || leftOut.size < LEFT_OUT_LISTED;
  const listed = isListed ? what : 'other parts';
  leftOut.set(listed, (leftOut.get(listed) ?? 0) + count);
}

export function addRemark({ remarks }: Tally, { remark }: Remark): void {
  if (remarks.size < REMARKS_LISTED) remarks.add(remark);
}

export function countUnreadable(tally: Tally, { unreadable, reason }: Unreadable): void {
  tally.unreadable += 1;
  if (tally.reasons.length < REASONS_LISTED) tally.reasons.push({ what: unreadable, reason });
}

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

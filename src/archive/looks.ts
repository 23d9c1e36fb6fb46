import type { ImportLook } from '../contract/imports';
import type { Format } from './formats/format';
import type { GroupTally, Tally } from './tally';

/** The groups with the most notes come first. */
const GROUPS_LISTED = 1_000;

export function toLook(format: Format, { groups: all, leftOut, remarks, ...counts }: Tally): ImportLook {
  const counted = [...all.values()];
  const groups = counted.filter(({ group }) => group.id !== '').sort((a, b) => b.notes - a.notes);
  const isChosen = ({ group }: GroupTally) => format.groups !== 'own' || group.own;
  const chosen = groups.filter(isChosen).map(({ group }) => group.id);
  const imported = counted.filter(({ group }) => group.id === '' || chosen.includes(group.id));
  const sum = (numberOf: (counted: GroupTally) => number) =>
    imported.reduce((total, counted) => total + numberOf(counted), 0);
  return {
    notes: sum(({ notes }) => notes),
    photos: sum(({ photos }) => photos),
    files: sum(({ files }) => files),
    boards: new Set(imported.flatMap(({ tags }) => [...tags])).size,
    ...counts,
    ...(leftOut.size > 0 && { leftOut: [...leftOut].map(([what, count]) => ({ what, count })) }),
    ...(remarks.size > 0 && { remarks: [...remarks] }),
    groups:
      groups.length > 1 || (groups.length === 1 && chosen.length === 0)
        ? groups.slice(0, GROUPS_LISTED).map(toGroup)
        : [],
    chosen,
  };
}

const toGroup = ({ group, notes }: GroupTally) => ({ ...group, own: group.own ?? false, notes });

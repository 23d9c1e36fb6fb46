/** The time at which a person gets a digest: one text about the new posts (src/contract/digests.ts). */
export type Digest = { boardId: number | null; weekday: number | null; time: string };

/** Names of the days of the week. The index of a name is the `weekday` of a digest. */
export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

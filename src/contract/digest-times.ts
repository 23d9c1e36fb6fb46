export type Digest = { boardId: number | null; weekday: number | null; time: string };

/** The index of a name is the `weekday` of a digest. */
export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

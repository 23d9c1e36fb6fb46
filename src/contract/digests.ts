import * as z from 'zod/mini';
import { type Digest, WEEKDAY_NAMES } from './digest-times';
import { withExample } from './example';
import { hashtagsIn } from './hashtags';
import { doneWith, id } from './text';

export const digest = withExample(
  z.object({ boardId: z.nullable(z.int()), weekday: z.nullable(z.int()), time: z.string() }),
  { boardId: null, weekday: null, time: '08:00' },
  "The time at which a person gets a digest: one text about the new posts, instead of one text for each post. If `boardId` is null, the digest is about all shared boards that have no digest of their own. If `weekday` is null, the digest comes every day. 0 is Sunday. `time` is in the person's time zone.",
);

export const digestInput = withExample(
  z.object({
    boardId: z.optional(z.nullable(id)),
    weekday: z.optional(
      z.nullable(z.int('A weekday is a number from 0 to 6.').check(z.minimum(0), z.maximum(6))),
    ),
    time: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is written like 08:00.')),
  }),
  { boardId: null, weekday: null, time: '08:00' },
);

export const endDigestInput = withExample(z.object({ boardId: z.optional(z.nullable(id)) }), {
  boardId: null,
});

export const digestEnded = doneWith('The digest is off.');

export type DigestWords =
  | { off: true; tag: string | null }
  | { off: false; tag: string | null; weekday: number | null; time: string };

const MORNING = '08:00';
const SPOKEN: Record<string, string> = { noon: '12:00', midnight: '00:00' };
const TIME = /^(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|a\.m\.?|p\.m\.?|h)?$/;

export function parseDigestWords(words: string): DigestWords | null {
  const tags = hashtagsIn(words);
  if (tags.length > 1) return null;
  const tag = tags[0] ?? null;
  const [every, ...rest] = words
    .replace(/[#＃]\S+/g, ' ')
    .toLowerCase()
    .replace(/[,!]|\.(?=\s|$)/g, ' ')
    .split(/\s+/)
    .filter((word) => word && !['at', 'on', 'every', 'for', 'of', 'about', 'please'].includes(word));
  if (every === 'off') return rest.length === 0 ? { off: true, tag } : null;
  const weekday = every === 'weekly' ? toWeekday(rest[0]) : null;
  if (weekday !== null) rest.shift();
  const time = rest.length === 0 ? MORNING : toTime(rest.join(' '));
  if (time === null || (every !== 'daily' && every !== 'weekly')) return null;
  return { off: false, tag, weekday: every === 'weekly' ? (weekday ?? 0) : null, time };
}

function toWeekday(word = ''): number | null {
  const index = WEEKDAY_NAMES.findIndex((name) => word.length >= 3 && name.toLowerCase().startsWith(word));
  return index < 0 ? null : index;
}

function toTime(words: string): string | null {
  if (SPOKEN[words]) return SPOKEN[words];
  const [, hour, minute = '00', half] = TIME.exec(words) ?? [];
  if (hour === undefined || Number(minute) > 59) return null;
  const isHalf = half !== undefined && half !== 'h';
  if (isHalf && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = isHalf ? (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hour);
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

export function whenOf({ weekday, time }: Pick<Digest, 'weekday' | 'time'>): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
  return `every ${weekday === null ? 'day' : WEEKDAY_NAMES[weekday]} at ${clock}`;
}

import * as z from 'zod/mini';
import { parseRule } from './repeats';

const ERROR = 'A time is written like 2026-11-27T09:00 (in your time zone) or 2026-11-27T08:00:00Z.';
const FORM =
  /^(20\d\d-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** A time without an offset is read in the person's time zone. */
const time = z.string(ERROR).check(z.refine((text) => isDay(FORM.exec(text)?.[1]), ERROR));

const isDay = (day: string | undefined) => {
  const at = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day!);
};

const rule = z
  .string('A rule is written like FREQ=WEEKLY;BYDAY=FR.')
  .check(
    z.refine(
      (text) => text.length <= 100 && parseRule(text) !== null,
      'A rule is written like FREQ=WEEKLY;BYDAY=FR.',
    ),
  );

export const clockTime = time.check(z.length(16, ERROR));

export const reminderTimes = { remindAt: time, remindRule: z.optional(z.nullable(rule)) };

import type { Chrono, ParsedResult } from 'chrono-node';
import { ASKS_HOUR, isItsDay, joined, type Span, withoutCount } from './day-apart';
import { DAY_NAMES, findRepeat, firstDay, HOURS, USUAL_HOUR } from './repeat-phrases';
import { nextTime, toInstant, toWallTime, type WallTime } from './schedule';
import { toPlainText } from './spellings/spellings';

/** `starts` is null for a time such as `in 2 hours`, which does not depend on the person's clock. */
export type When = { at: number; starts: WallTime | null; rule: string | null };

/** `apart`: a part of the time that other words are before or after. */
export type FoundTime = Span & { when: When; isPast: boolean; apart?: Span };

/** A later time was probably understood wrongly. */
const LONGEST_MS = 10 * 366 * 86_400_000;
/** So that reading takes only milliseconds. */
const READ_MAX = 1000;

/** Of the United States. */
const MONTH_FIRST =
  /^(?:US\/|Pacific\/Honolulu|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Adak|Juneau|Sitka|Nome|Menominee|Indiana|Kentucky|North_Dakota))/;

/** Tried if a text names a day without a time and the usual hour of that day is past. */
const LATER_HOURS = [18, 20];

const DAY = `(?:today|tonight|tomorrow|tmrw|tmr|${DAY_NAMES})`;

/** `sun` and `second` also have other meanings, so a day without a time must be at an end of the text. */
export function findTime(
  text: string,
  now: number,
  zone: string,
  { isAbroad = false } = {},
): FoundTime | null {
  const wall = Temporal.PlainDateTime.from(toWallTime(now, zone));
  const plain = toPlainText(text.slice(0, READ_MAX), wall, {
    isAbroad,
    isMonthFirst: MONTH_FIRST.test(zone),
  });
  const typed = (part: Span) => {
    const { from, to } = plain.span(part.from, part.to);
    return text.slice(from, to);
  };
  const found = findPlainTime(plain.text, typed, now, zone);
  const apart = found?.apart && { apart: plain.span(found.apart.from, found.apart.to) };
  return found && { ...found, ...plain.span(found.from, found.to), ...apart };
}

/** No rule that reminders have, such as `every christmas`. */
const NTH_DAY =
  /\b(?:first|second|third|fourth|last|\d(?:st|nd|rd|th)) \w+day (?:of|in) (?:every|each) month\b|\bevery (?:(?:other |\d+ )?hours?|minute|\d+ minutes)\b|\bhourly\b|\b(?:every|each) \d{4}-\d\d-\d\d/i;

function findPlainTime(
  read: string,
  typed: (part: Span) => string,
  now: number,
  zone: string,
): FoundTime | null {
  if (NTH_DAY.test(read)) return null;
  const repeat = findRepeat(read);
  if (repeat) {
    const { hour, minute, hours: [earliest = hour] = [], rule, first, from, to, apart } = repeat;
    const today = Temporal.PlainDateTime.from(toWallTime(now, zone)).with({ hour: earliest, minute });
    const starts = toMinutes(first(today)!);
    const when = { at: nextTime({ starts, rule, zone }, now), starts, rule };
    return { when, from, to, isPast: false, ...(apart && { apart }) };
  }
  const results = readParts(read, now, zone);
  const isOther = ({ from }: { from: number }) =>
    /\b(?:and|or|about|the|for)(?: again| then| at)*\s*$/i.test(read.slice(0, from));
  const [best] = results
    .filter(({ isSure, from, to }) => isSure || isAtAnEnd(read, from, to))
    .sort(
      (a, b) => Number(b.isSure) - Number(a.isSure) || Number(isOther(a)) - Number(isOther(b)) || b.to - a.to,
    );
  if (!best) return null;
  const day =
    best.isHour &&
    !best.hasDay &&
    results.map((part) => withoutCount(read, part)).findLast((day) => isItsDay(read, typed(day), day, best));
  if (!day) return { when: best.when, from: best.from, to: best.to, isPast: best.isPast };
  const event = ASKS_HOUR.test(read.slice(0, best.from)) && day.isHour ? day.when.starts : null;
  const isWhole = day.isHour && !event;
  const whole = isWhole
    ? day
    : readParts(joined(read, day, best, event), now, zone, read).find(
        ({ hasDay, isHour }) => hasDay && isHour,
      );
  if (!whole || whole.isPast) return { when: best.when, from: best.from, to: best.to, isPast: best.isPast };
  const { when, isPast } = whole;
  return isWhole
    ? { when, isPast, from: day.from, to: day.to }
    : { when, isPast, from: best.from, to: best.to, apart: { from: day.from, to: day.to } };
}

/** `whole`: the text that the part which is read is from. */
function readParts(read: string, now: number, zone: string, whole = read) {
  // the library chrono gets the date and time on the person's clock as if they were in UTC
  const clock = Date.parse(`${toWallTime(now, zone)}Z`);
  return chrono()
    .parse(read, { instant: new Date(clock), timezone: 0 }, { forwardDate: true })
    .flatMap((result) => {
      const from = result.index;
      const to = from + result.text.length;
      // chrono knows only the letters of English: `an M` of `an Müll` is no minute
      if (/^\p{L}/u.test(read.slice(to)) && /\p{L}$/u.test(result.text)) return [];
      if (
        /\b(?:every|each|(?:first|second|third|last|\d(?:st|nd|rd|th)) \w+ of)(?: (?:first|last|\d{1,2}(?:st|nd|rd|th)))?\s*$/i.test(
          read.slice(0, from),
        ) ||
        /^\s*(?:of|in) (?:every|each) month/i.test(read.slice(to))
      )
        return []; // a rule that is not understood
      const time = toTime(result, { clock, now, zone, read: whole });
      return time ? [{ ...time, from, to, hasDay: hasDay(result), isHour: isHour(result) }] : [];
    });
}

export function readTime(text: string, now: number, zone: string): FoundTime | null {
  const found = findTime(text, now, zone);
  const isBlank = (rest: string) => /^[\s,.!]*(?:on|at|by|@)?[\s,.!]*$/i.test(rest);
  return found && !found.apart && isBlank(text.slice(0, found.from)) && isBlank(text.slice(found.to))
    ? found
    : null;
}

/** `08:00` is in the morning, `8:00` may be in the evening. */
const WITH_ZERO = /(?<![\d:.-])0\d/;

/** Nobody gets up in the evening; an alarm goes off at the coming one of two hours. */
const GETTING_UP = /\b(?:w[ao]k(?:e|en|ing)|get(?:ting)?) (?:(?:me|us|\p{L}+) )?up\b|\bwake (?:me|us)\b/iu;
const ALARM = /\balarm\b/i;

/** The time belongs to the note itself, as in `tickets for friday`. */
const BELONGS = /\b(?:for|by|before|after|until|till|since|from|of|the|my|his|her|our)\s*$/i;

/** All of it is left out, or nothing, as of `between 2 and 3`, whose end would be lost. */
export function withoutTime(text: string, { from, to, apart }: FoundTime): string {
  if (/\b(?:between|from) \S+(?: [ap]m)? ?(?:and|to|till|until|[-–]) ?\S/i.test(text.slice(from, to)))
    return text;
  if (!apart) return withoutSpan(text, { from, to });
  const [first, last] = from < apart.from ? [{ from, to }, apart] : [apart, { from, to }];
  if (ASKS_HOUR.test(text.slice(0, from))) return text;
  const shorter = withoutSpan(text, last);
  const shortest = withoutSpan(shorter, first);
  return shorter === text || shortest === shorter || /^(?:and|or|&)\s/i.test(shortest) ? text : shortest;
}

function withoutSpan(text: string, { from, to }: Span): string {
  const before = text.slice(0, from);
  if (!isAtAnEnd(text, from, to) || BELONGS.test(before)) return text;
  const words = `${before.replace(/\b(?:on|at|in)\s*$|@\s*$/i, '').replace(/[\s,;-]+$/, '')} ${text.slice(to).replace(/^[\s,.;:-]+/, '')}`;
  return /[\p{L}\p{N}]/u.test(words.replace(/#\S+/g, '')) ? words.trim() : text;
}

/** Ignores hashtags and punctuation beside the part, and `on`, `at` or `by` before it. */
function isAtAnEnd(text: string, from: number, to: number): boolean {
  const isEmpty = (part: string) => part.replace(/#\S+/g, '').replace(/[\s\p{P}]+/gu, '') === '';
  return (
    isEmpty(text.slice(0, from).replace(/\b(?:(?:on|at|by)(?: the)?|the)\s*$/i, '')) ||
    isEmpty(text.slice(to))
  );
}

const isRelative = (result: ParsedResult) => result.start.tags().has('result/relativeDate');
const isCounted = (result: ParsedResult) => result.start.tags().has('result/relativeDateAndTime');
const hasDay = (result: ParsedResult) =>
  isRelative(result) || result.start.isCertain('day') || result.start.isCertain('weekday');
const isHour = (result: ParsedResult) => !isCounted(result) && result.start.isCertain('hour');

function toTime(
  result: ParsedResult,
  { clock, now, zone, read }: { clock: number; now: number; zone: string; read: string },
) {
  const { start, text } = result;
  if (/^(?:an?|one) (?:second|day)$/i.test(text)) return null;
  const past = /\b(?:last|ago|yesterday)\b/i.test(text);
  const timed = (when: When, isSure: boolean) =>
    when.at > now + LONGEST_MS ? null : { when, isSure, isPast: past || when.at <= now };
  if (isCounted(result)) {
    const at = now + (start.date().getTime() - clock);
    return timed({ at: Math.ceil(at / 1000) * 1000, starts: null, rule: null }, true);
  }
  const hasHour = start.isCertain('hour');
  const names = ['day', 'weekday', 'hour'] as const;
  if (
    !isRelative(result) &&
    !/evening|night|morning|afternoon/i.test(text) &&
    !names.some((name) => start.isCertain(name))
  )
    return null;

  let day: Temporal.PlainDate;
  try {
    const parts = { year: start.get('year')!, month: start.get('month')!, day: start.get('day')! };
    day = Temporal.PlainDate.from(parts, { overflow: 'reject' });
  } catch {
    return null;
  }
  const at = (hour: number, minute: number): When => {
    const starts = toMinutes(day.toPlainDateTime({ hour, minute }));
    const zoned = hasHour && !isRelative(result) && start.isCertain('timezoneOffset');
    if (!zoned) return { at: toInstant(starts, zone), starts, rule: null };
    const moment = Date.parse(`${starts}Z`) - start.get('timezoneOffset')! * 60_000;
    return { at: moment, starts: null, rule: null };
  };
  if (hasHour) {
    const hour = start.get('hour')!;
    const minute = start.get('minute') ?? 0;
    const isEarly = hour >= 4 && GETTING_UP.test(read);
    if (!hasDay(result) && !start.isCertain('timezoneOffset')) {
      const today = Temporal.PlainDateTime.from(toWallTime(now, zone)).toPlainDate();
      const mayBeEarly = ALARM.test(read) ? hour >= 4 : hour > 6 || (hour === 6 && minute >= 30);
      const isSure = isEarly || start.isCertain('meridiem') || WITH_ZERO.test(text);
      const hours = hoursMeant(hour, { isSure, mayBeEarly });
      const next = [today, today.add({ days: 1 })]
        .flatMap((date) => hours.map((hour) => toMinutes(date.toPlainDateTime({ hour, minute }))))
        .find((starts) => toInstant(starts, zone) > now)!;
      return timed({ at: toInstant(next, zone), starts: next, rule: null }, true);
    }
    const mayBeLater = hour >= 1 && hour < 12 && !start.isCertain('meridiem') && !/\bmorning\b/i.test(text);
    const isLater =
      mayBeLater && !isEarly && (hour <= 6 || at(hour, minute).at <= now) && !WITH_ZERO.test(text);
    return timed(at(isLater ? hour + 12 : hour, minute), true);
  }
  // `in 3 days` means the present time of day, three days later
  if (isRelative(result) && /\d|\b(?:in|an?|one|two|three|four|five|six)\b/i.test(text))
    return timed(at(start.get('hour')!, start.get('minute')!), true);
  const part = /\b(?:to)?(morning|afternoon|evening|night)\b/i.exec(text)?.[1]?.toLowerCase();
  const late = part === 'evening' || part === 'night' ? [20, 22] : [20];
  const hours = part ? [HOURS[part]!, ...late] : [USUAL_HOUR, ...LATER_HOURS];
  const hour = hours.find((hour) => at(hour, 0).at > now) ?? hours[0]!;
  return timed(at(hour, 0), false);
}

/** Of two hours the one that comes first counts, so `at 8` is in the evening if the morning is past. */
const hoursMeant = (
  hour: number,
  { isSure, mayBeEarly }: { isSure: boolean; mayBeEarly: boolean },
): number[] => (isSure || hour === 0 || hour > 11 ? [hour] : mayBeEarly ? [hour, hour + 12] : [hour + 12]);

const toMinutes = (time: Temporal.PlainDateTime): WallTime => time.toString({ smallestUnit: 'minute' });

/** Loading takes a tenth of a second. Adds forms that chrono does not know. */
function chrono(): Chrono {
  if (loaded) return loaded;
  const english = require('chrono-node/en') as typeof import('chrono-node/en');
  loaded = english.casual.clone();
  loaded.parsers.unshift(
    {
      pattern: () =>
        new RegExp(
          `(?<=\\b${DAY} )(?:@ ?)?(\\d{1,2})(?![\\d:./-]|\\s?(?:(?:[ap]\\.?m|h|st|nd|rd|th|min(?:ute)?s?|hours?|days?|weeks?|months?|years?)\\b|o'))(?=\\s|[,.!?]|$)`,
          'i',
        ),
      extract: (_, [, hour]) => (Number(hour) < 24 ? { hour: Number(hour), minute: 0 } : null),
    },
    {
      pattern: () => /\bhalf past (\d{1,2})\b/i,
      extract: (_, [, hour]) => (Number(hour) < 24 ? { hour: Number(hour), minute: 30 } : null),
    },
    {
      pattern: () =>
        /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i,
      extract: ({ refDate }, [, day]) => nextDay(refDate, (date) => date.day === Number(day)),
    },
    {
      pattern: () => /\b(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)\b(?!,? ?\d{4})/i,
      extract: ({ refDate }) => nextDay(refDate, (date) => date.month === 2 && date.day === 29),
    },
  );
  return loaded;
}

let loaded: Chrono | undefined;

function nextDay(refDate: Date, fits: (day: Temporal.PlainDateTime) => boolean) {
  const found = firstDay(Temporal.PlainDateTime.from(refDate.toISOString().slice(0, 10)), fits);
  return found && { year: found.year, month: found.month, day: found.day };
}

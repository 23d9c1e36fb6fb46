import { type Frequency, type Repeats, toRule, UNITS, WEEKDAYS, type Weekday } from '../../contract/repeats';

/** `first` returns the first day that fits the phrase and is not before its argument. */
export type RepeatPhrase = {
  rule: string;
  hour: number;
  minute: number;
  hours?: number[];
  first: (from: Temporal.PlainDateTime) => Temporal.PlainDateTime | null;
  from: number;
  to: number;
  /** Where the time is, if other words are between it and the phrase. */
  apart?: { from: number; to: number };
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?:${MONTHS.join('|')})[a-z]*`;
export const DAY_NAMES =
  'mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DAY_NAME = `(?:${DAY_NAMES})s?`;
const DAYS = `${DAY_NAME}(?:(?:\\s*,\\s*|\\s+(?:and|&)\\s+|\\s*&\\s*|\\s+)${DAY_NAME})*`;
const NTH = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)';
const TIME =
  '(?:at |@ ?)?(?:(\\d{1,2})(?:[:.](\\d{2}))?\\s*([ap]\\.?m\\.?)?|(noon|midday|midnight|morning|afternoon|evening|night))(?![\\w:])';

export const HOURS: Record<string, number> = {
  morning: 9,
  noon: 12,
  midday: 12,
  afternoon: 15,
  evening: 18,
  night: 20,
  midnight: 0,
};
export const USUAL_HOUR = 9;

/** The forms of the words after `every`. A word such as `daily` is read like `every day`. */
const FORMS: [RegExp, (match: string[]) => Omit<RepeatPhrase, 'hour' | 'minute' | 'from' | 'to'> | null][] = [
  [/^(?:week|work)days?$/, () => weekly(WEEKDAYS.slice(0, 5), 1)],
  [/^weekends?$/, () => weekly(['SA'], 1)],
  [
    new RegExp(`^(?:(other|2nd|second|\\d{1,2}) )?(?:weeks? on )?(${DAYS})$`),
    ([, count, days = '']) => weekly(daysIn(days), intervalOf(count)),
  ],
  [/^(morning|afternoon|evening|night)$/, () => phrase({ frequency: 'DAILY' })],
  [
    /^(?:(other|2nd|second|\d{1,2}) )?(day|week|month|year)s?$/,
    ([, count, unit = '']) => phrase({ frequency: FREQUENCIES[unit]!, interval: intervalOf(count) }),
  ],
  [
    new RegExp(`^(?:(other|\\d{1,2}) )?(?:months? )?(?:on )?${NTH}(?: of (?:the|every|each) month)?$`),
    ([, count, day]) => monthly(Number(day), intervalOf(count)),
  ],
  [
    new RegExp(`^(?:year on )?(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?$`),
    ([, month = '', day]) => yearly(month, Number(day)),
  ],
  [
    new RegExp(`^(?:year on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})$`),
    ([, day, month = '']) => yearly(month, Number(day)),
  ],
];

const FREQUENCIES: Record<string, Frequency> = Object.fromEntries(
  Object.entries(UNITS).map(([frequency, unit]) => [unit, frequency as Frequency]),
);
const ALONE: Record<string, string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
};

const WHAT = `(?:(?:other|2nd|second|\\d{1,2}) )?(?:(?:weeks? on )?${DAYS}|(?:week|work)days?|weekends?|mornings?|afternoons?|evenings?|nights?|(?:months? )?(?:on )?${NTH.replace('(\\d', '(?:\\d')}(?: of (?:(?:the|every|each) month|${MONTH}))?|(?:year on )?${MONTH} \\d{1,2}(?:st|nd|rd|th)?|(?:year on )?\\d{1,2}(?:st|nd|rd|th)? ${MONTH}|(?:day|week|month|year)s?)`;
const PHRASE = new RegExp(
  `\\b(?:(?:every|each) (${WHAT})|(daily|weekly|monthly|yearly|annually))(?![\\w'-])`,
  'i',
);
/** `the last friday of every month` is no rule that reminders have. */
const NTH_WEEKDAY = /\b(?:first|second|third|fourth|last|\d(?:st|nd|rd|th)) \w+day (?:of|in) $/i;
const TIME_AFTER = new RegExp(`^[\\s,]*${TIME}`, 'i');
const TIME_BEFORE = new RegExp(`${TIME}[\\s,]*$`, 'i');

export function findRepeat(text: string): RepeatPhrase | null {
  const match = PHRASE.exec(text);
  if (!match || NTH_WEEKDAY.test(text.slice(0, match.index))) return null;
  const what = (match[1] ?? ALONE[match[2]!.toLowerCase()]!).toLowerCase().replace(/\s+/g, ' ');
  const rule = read(what);
  if (!rule) return null;
  const from = match.index;
  const to = from + match[0].length;
  const after = TIME_AFTER.exec(text.slice(to));
  const isTime = after && (isSurelyTime(after) || !/^\s+\p{L}/u.test(text.slice(to + after[0].length)));
  const timeAfter = isTime && toTime(after, what);
  if (timeAfter) return withSecondTime(text, { ...rule, ...timeAfter, from, to: to + after[0].length });
  const before = TIME_BEFORE.exec(text.slice(0, from));
  const timeBefore = before && isSurelyTime(before) && toTime(before, what);
  if (timeBefore) return { ...rule, ...timeBefore, from: before.index, to };
  const apart = match[1] && findApart(text, { ...rule, from, to }, what);
  if (apart) return apart;
  // without a time, a word such as `daily` counts only at the end of a text, because elsewhere it may be part
  // of a name
  if (match[2] && !/^[\s\p{P}]*(?:#\S+[\s\p{P}]*)*$/u.test(text.slice(to))) return null;
  return { ...rule, hour: HOURS[what.replace(/s$/, '')] ?? USUAL_HOUR, minute: 0, from, to };
}

const TIME_FIRST = new RegExp(`^\\W*${TIME}(?=[\\s,])`, 'i');
const TIME_LAST = new RegExp(
  `(?<=\\s)(?:this )?${TIME}(?:(?:,| and| ?&) *(?:at |@ ?)?\\d{1,2}(?::\\d\\d)? ?[ap]m)?[\\s.!]*(?:#\\S+[\\s.!]*)*$`,
  'i',
);

/** `every friday bins out 7pm`: a sure time at the other end of the text. */
function findApart(text: string, phrase: Omit<RepeatPhrase, 'hour' | 'minute'>, what: string) {
  const places: [RegExp, number, number][] = [
    [TIME_LAST, phrase.to, text.length],
    [TIME_FIRST, 0, phrase.from],
  ];
  for (const [pattern, start, end] of places) {
    const found = pattern.exec(text.slice(start, end));
    // `movie night` and `the 7pm` are of something else
    if (!found || !isSurelyTime(found) || (found[4] && !/^\W*(?:at|@|this)/i.test(found[0]))) continue;
    const from = start + found.index;
    if (/\b(?:the|my|his|her|our|about|for|before|until|till|by)\s*$/i.test(text.slice(0, from))) continue;
    const time = toTime(found, /\b(?:dinner|supper)\b/i.test(text) ? `${what} evening` : what);
    const first = new RegExp(`^\\W*(?:this )?${TIME}`, 'i').exec(text.slice(from))!;
    if (!time) continue;
    const { to, ...both } = withSecondTime(text, { ...phrase, ...time, to: from + first[0].length });
    return { ...both, to: phrase.to, apart: { from, to } };
  }
  return null;
}

const SECOND_TIME = new RegExp(`^(?:,| and| ?&| ?\\+) *${TIME}`, 'i');

/** A rule has one minute for all its hours. */
function withSecondTime(text: string, found: RepeatPhrase): RepeatPhrase {
  const second = SECOND_TIME.exec(text.slice(found.to));
  const time = second && isSurelyTime(second) && toTime(second, '');
  if (!time || time.minute !== found.minute || time.hour === found.hour) return found;
  const hours = [found.hour, time.hour].sort((a, b) => a - b);
  return { ...found, rule: `${found.rule};BYHOUR=${hours}`, hours, to: found.to + second[0].length };
}

/** A bare number is not surely a time, because it could count something. */
const isSurelyTime = ([whole, , minutes, half, word]: string[]) =>
  Boolean(minutes || half || word) || /^[\s,]*(?:at|@)/i.test(whole!);

function read(what: string) {
  for (const [form, toPhrase] of FORMS) {
    const match = form.exec(what.replace(/(morning|afternoon|evening|night)s$/, '$1'));
    const phrase = match && toPhrase(match);
    if (phrase) return phrase;
  }
  return null;
}

/** Without am or pm, 1 to 6 are pm unless `what` says morning; so is any hour with evening or night. */
function toTime(
  [, hours, minutes, half, word]: string[],
  what: string,
): { hour: number; minute: number } | null {
  if (word) return { hour: HOURS[word.toLowerCase()]!, minute: 0 };
  let hour = Number(hours);
  const minute = Number(minutes ?? 0);
  const isAfternoon = half
    ? /p/i.test(half)
    : (hour >= 1 && hour <= 6 && !what.includes('morning')) || (hour < 12 && /evening|night/.test(what));
  if (half && (hour < 1 || hour > 12)) return null;
  if (half && hour === 12) hour = 0;
  if (isAfternoon && hour < 12) hour += 12;
  return hour < 24 && minute < 60 ? { hour, minute } : null;
}

const intervalOf = (count: string | undefined): number => (count === undefined ? 1 : Number(count) || 2);

const daysIn = (words: string): Weekday[] =>
  (words.match(/mon|tue|wed|thu|fri|sat|sun/g) ?? []).map(
    (name) => name.slice(0, 2).toUpperCase() as Weekday,
  );

function weekly(days: readonly Weekday[], interval: number) {
  const weekdays = WEEKDAYS.filter((day) => days.includes(day));
  return phrase({ frequency: 'WEEKLY', interval, weekdays }, (day) =>
    weekdays.includes(WEEKDAYS[day.dayOfWeek - 1]!),
  );
}

function monthly(day: number, interval: number) {
  if (day < 1 || day > 31) return null;
  return phrase({ frequency: 'MONTHLY', interval }, (other) => other.day === day);
}

function yearly(name: string, day: number) {
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  if (day < 1 || day > Temporal.PlainDate.from({ year: 2024, month, day: 1 }).daysInMonth) return null;
  return phrase({ frequency: 'YEARLY' }, (other) => other.month === month && other.day === day);
}

type Fits = (day: Temporal.PlainDateTime) => boolean;

const phrase = (
  { frequency, interval = 1, weekdays = [] }: Partial<Repeats> & { frequency: Frequency },
  fits: Fits = () => true,
) => ({
  rule: toRule({ frequency, interval, weekdays, hours: [] }),
  first: (from: Temporal.PlainDateTime) => firstDay(from, fits),
});

/** Days from any day to the next 29 February, at most. */
const LONGEST_SEARCH = 8 * 366;

export function firstDay(from: Temporal.PlainDateTime, fits: Fits): Temporal.PlainDateTime | null {
  for (let days = 0; days <= LONGEST_SEARCH; days++) {
    const day = from.add({ days });
    if (fits(day)) return day;
  }
  return null;
}

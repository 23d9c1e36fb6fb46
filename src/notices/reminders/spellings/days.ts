import {
  AT,
  always,
  clock,
  DATE,
  DAY,
  type Day,
  MONTH,
  type Now,
  NUMBER,
  numberOf,
  type Rule,
  rule,
  WEEKDAY,
  WEEKDAYS,
  WORD,
} from './terms';

/** Months and days of days that have a name. */
const NAMED_DAYS: [RegExp, string][] = [
  [/\b(?:on )?(?:christmas|xmas)['’]?(?:s)? eve\b/gi, '12-24'],
  [/\b(?:on )?(?:christmas|xmas)(?: day)?\b/gi, '12-25'],
  [/\b(?:on )?(?:new year['’]?s['’]? eve|nye)\b/gi, '12-31'],
  [/\b(?:on )?boxing day\b/gi, '12-26'],
  [/\b(?:on )?new year['’]?s['’]? day\b/gi, '01-01'],
  [/\b(?:on )?valentine['’]?s(?: day)?\b/gi, '02-14'],
  [/\b(?:on )?hall?owe['’]?en\b/gi, '10-31'],
];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES = '(?:mon|tue|wed|thu|fri|sat|sun|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?';

export const REPEATS: Rule[] = [
  rule(
    `(?<!\\b(?:every|each) )\\b(?:on )?(${NAMES}(?:(?:, ?(?:and )?| and | ?& ?| ?/ ?| )${NAMES}){2,})(?![\\w/])`,
    ([, days = '']) => `every ${days.replace(/ ?\/ ?/g, ' ')}`,
  ),
  always(
    `\\b(?:(?:on|every) )?(?:weekdays|work ?days|mon(?:day)?s? ?(?:-|–|to|till|through) ?fri(?:day)?s?)\\b`,
    'every weekday',
  ),
  rule(
    `(?<!\\b(?:every|each) )\\b(?:weekly )?(?:on )?((?:${WEEKDAY})s(?:(?:, ?| and | ?& ?)(?:${WEEKDAY})s)*)\\b`,
    ([, days]) => `every ${days}`,
  ),
  rule(`\\b(?:weekly|(?:every|each) week) on (${WEEKDAY})`, ([, day]) => `every ${day}`),
  rule(`\\bevery (${WORD}) (?=weeks?|days?|months?|years?)`, ([, count = '']) => `every ${numberOf(count)} `),
  rule(`\\b(?:on )?(${DATE}),? (?:every|each) year\\b`, ([, date = '']) => yearly(date)),
  rule(`\\b(?:yearly|annually|(?:every|each)(?: year)?)(?: on)? (${DATE})`, ([, date = '']) => yearly(date)),
  rule(
    '\\b(?:on )?(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)|(first)) of (?:every|each) month\\b',
    ([, day, first]) => `every ${ordinal(first ? 1 : Number(day))}`,
  ),
  rule(
    '\\b(?:monthly|(?:every|each) month) on (?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)|(first))\\b',
    ([, day, first]) => `every ${ordinal(first ? 1 : Number(day))}`,
  ),

  always('\\bevery (?:1st|first) of the month\\b', 'every 1st'),
];

export const DAYS: Rule[] = [
  rule(`\\b(?:(${WEEKDAY}) week|a week (?:on|from) (${WEEKDAY}))\\b`, ([, before, after], today) => {
    const weekday = WEEKDAYS.indexOf((before ?? after!).toLowerCase()) + 1;
    return today.add({ days: 7 + ((weekday - today.dayOfWeek + 7) % 7 || 7) }).toString();
  }),
  rule('\\ban? (week|month|year) from today\\b', ([, unit], today) =>
    today.add({ [`${unit}s`]: 1 }).toString(),
  ),
  rule('\\b(?:tomorrow week|a week (?:from )?tomorrow)\\b', (_, today) => today.add({ days: 8 }).toString()),
  rule('\\b(?:(?:at |by )?(?:the )?end of (?:the |this )?week)\\b', (_, today) =>
    today.add({ days: (12 - today.dayOfWeek) % 7 }).toString(),
  ),
  rule(
    '\\b(\\d{1,2})\\.(\\d{1,2})\\.(20\\d\\d)\\b',
    ([, day = '', month = '', year]) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  ),
  rule('\\b(?:the )?(?:day after tomorrow|overmorrow)\\b', (_, today) => today.add({ days: 2 }).toString()),
  rule(
    `\\b(?:next (${WEEKDAY})|(?:on )?(${WEEKDAY}),? next week|next week,? (?:on )?(${WEEKDAY}))\\b`,
    ([, a, b, c], today) => inNextWeek(a ?? b ?? c!, today),
  ),
  rule('\\b(?:(?:in )?the )?week after next\\b', (_, today) => inNextWeek('monday', today.add({ days: 7 }))),
  rule('\\b(?:on )?thanksgiving(?: day)?\\b', (_, today) => thanksgiving(today)),
  rule('\\bnext week\\b', (_, today) => inNextWeek('monday', today)),
  rule(`\\bthis (${WEEKDAY})\\b`, ([, day]) => day!),
  rule(
    "\\b(?:(?:on |at )?(?:the )?(?:end|last day) of (?:the|this) month|end of month|month[’']?s?[ -]end)\\b",
    (_, __, now) => lastOfMonth(now),
  ),
  rule(
    `\\b(?:on )?(?:the )?last (${WEEKDAY}) (?:of|in) (?:the|this|next) month\\b`,
    ([text, day = ''], today) => {
      const inMonth = (months: number) =>
        lastWeekday(today.add({ months }), WEEKDAYS.indexOf(day.toLowerCase()) + 1);
      const isNext = /next month/i.test(text!) || Temporal.PlainDate.compare(inMonth(0), today) < 0;
      return inMonth(isNext ? 1 : 0).toString();
    },
  ),
  rule('\\b(?:on )?(?:the )?(?:1st|first) of (?:the|next) month\\b', (_, today) =>
    today.with({ day: 1 }).add({ months: 1 }).toString(),
  ),
  ...NAMED_DAYS.map(([pattern, date]): Rule => {
    const [month = 0, day = 0] = date.split('-').map(Number);
    return [pattern, (_, today) => nextDate(month, day, today)];
  }),
  rule(
    `\\b(${NUMBER}|an?|the) (day|week)s? before (20\\d\\d-\\d\\d-\\d\\d)\\b`,
    ([, count = '', unit, date = '']) =>
      Temporal.PlainDate.from(date)
        .subtract({ [`${unit}s`]: numberOf(count) || 1 })
        .toString(),
  ),
  rule(
    `\\b(\\d{1,2})\\.(\\d{1,2})(?:\\.(?!\\d)|(?= (?:at )?\\d{1,2}(?::\\d\\d| ?[ap]m)))`,
    ([, day, month], today) =>
      Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
        ? nextDate(Number(month), Number(day), today)
        : null,
  ),
  rule(
    `(?<=${AT}|\\b(?:${DAY}) )([01]?\\d|2[0-3])\\.([0-5]\\d)(?![.\\d])|\\b(1[3-9]|2[0-3])\\.([0-5]\\d)(?![.\\d])`,
    ([, hour, minute, late, lateMinute]) => clock(Number(hour ?? late), Number(minute ?? lateMinute)),
  ),
  always('\\bat at\\b', 'at'),
];

const NTHS = ['first', 'second', 'third', 'fourth'];

/** `the first monday of january`, `2nd tue in march 2027`. Read before the hours, of which it may be the day. */
export const NTH_WEEKDAY: Rule = rule(
  `(?<!\\b(?:every|each) )\\b(?:on )?(?:the )?(?:(${NTHS.join('|')}|last)|([1-4])(?:st|nd|rd|th)) (${WEEKDAY}|(?:mon|tue|wed|thu|fri|sat|sun)) (?:of|in) (?:(next month)|(${MONTH})(?:,? (20\\d\\d))?)(?!\\w)`,
  ([, name = '', digit, day = '', next, month = '', year], today) => {
    const weekday = WEEKDAYS.findIndex((other) => other.startsWith(day.toLowerCase().slice(0, 3))) + 1;
    const nth = digit ? Number(digit) : NTHS.indexOf(name.toLowerCase()) + 1;
    const inMonth = (of: Day) =>
      nth
        ? of.with({ day: 1 + ((weekday - of.with({ day: 1 }).dayOfWeek + 7) % 7) + 7 * (nth - 1) })
        : lastWeekday(of, weekday);
    const first = today.with({ day: 1 });
    if (next) return inMonth(first.add({ months: 1 })).toString();
    const named = first.with({ month: MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1 });
    if (year) return inMonth(named.with({ year: Number(year) })).toString();
    const isPast = Temporal.PlainDate.compare(inMonth(named), today) < 0;
    return inMonth(isPast ? named.add({ years: 1 }) : named).toString();
  },
);

/** `4/12` is in April in the United States, and in December elsewhere. */
export const slashDate = (isMonthFirst: boolean): Rule =>
  rule(
    '(?<![\\d/.])(\\d{1,2})/(\\d{1,2})(?:/(20)?(\\d\\d))?(?![\\d/])',
    ([, first, second, , year], today) => {
      const [month, day] = (
        Number(second) > 12 || (isMonthFirst && Number(first) <= 12) ? [first, second] : [second, first]
      ).map(Number);
      if (!month || !day || month > 12 || day > 31) return null;
      return year
        ? `20${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        : nextDate(month, day, today);
    },
  );

const ordinal = (day: number) => `${day}th`;

/** The first three letters of the month are enough for the reader of what repeats. */
function yearly(date: string): string {
  const [day] = /\d{1,2}/.exec(date) ?? [];
  const [month = ''] = new RegExp(MONTH, 'i').exec(date) ?? [];
  return `every ${month.slice(0, 3)} ${day}`;
}

const lastWeekday = (month: Day, weekday: number): Day => {
  const last = month.with({ day: month.daysInMonth });
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
};

const nextDate = (month: number, day: number, today: Day): string | null => {
  for (let year = today.year; year <= today.year + 8; year++) {
    const date = Temporal.PlainDate.from({ year, month, day });
    if (date.day === day && Temporal.PlainDate.compare(date, today) >= 0) return date.toString();
  }
  return null;
};

/** The fourth Thursday of November. */
function thanksgiving(today: Day): string {
  const [date, next] = [0, 1].map((years) => {
    const first = Temporal.PlainDate.from({ year: today.year + years, month: 11, day: 1 });
    return first.add({ days: ((11 - first.dayOfWeek) % 7) + 21 });
  });
  return `${Temporal.PlainDate.compare(date!, today) < 0 ? next : date}`;
}

const inNextWeek = (weekday: string, today: Day) =>
  today.add({ days: 8 - today.dayOfWeek + WEEKDAYS.indexOf(weekday.toLowerCase()) }).toString();

/** On the last evening of a month the end of the next one is meant. */
const lastOfMonth = (now: Now) => {
  const day = now.add({ hours: 4 }).toPlainDate();
  return day.with({ day: day.daysInMonth }).toString();
};

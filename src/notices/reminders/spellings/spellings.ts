import { ABROAD } from './abroad';
import { DAYS, NTH_WEEKDAY, REPEATS, slashDate } from './days';
import { FROM_NOW, HOURS } from './hours';
import {
  AT,
  always,
  clock,
  DATE,
  DAY,
  MONTH,
  type Now,
  NUMBER,
  numberOf,
  ORDINALS,
  type Rule,
  rule,
  WEEKDAY,
  WORD,
} from './terms';

/**
 * Rewrites how people write times as the few forms that are read: `half past seven` as `at 7:30`, `next friday`
 * as a date. `from` and `to` of what is found there can be told for the original text.
 */
export type PlainText = { text: string; span(from: number, to: number): { from: number; to: number } };

const TO = '(?: (?:and|to|till|until) | ?[-–] ?)';
const A_DAY = `(?:${DAY}|${DATE}|mon|fri|sat|sun)`;
/** Of `between 2 and 3` or `from 2 to 3pm` beside a day. */
const RANGE = `(?<=(\\b${A_DAY},? )?)\\b(?:between|from) (${NUMBER})(:\\d\\d)?(?: ?([ap])m)?${TO}(${NUMBER})(?::\\d\\d)?(?: ?([ap])m)?(?![\\w:])(?=( (?:on )?${A_DAY}\\b)?)`;

const WORDS: Rule[] = [
  always(
    '\\b(?:2mor+o(?:w)?|2moz|2mrw?|tmo?rrow|tomm?orr?ow|tomorow|tomoz|tmrw?|tom(?=\\s+(?:\\d|at\\b|@|morning|afternoon|evening|night)))\\b',
    'tomorrow',
  ),
  rule(
    '\\b(?:in the |at )(morning|afternoon|evening|night)s? (tomorrow|on [a-z]+day)\\b',
    ([, part, day]) => `${day} ${part}`,
  ),
  always('\\bthree[- ]quarters? of an hour\\b', '45 minutes'),
  rule(
    '^(week|month|year)ly (?=to\\b|on\\b|at\\b|about\\b)|\\b(week|month|year)ly\\s*$',
    ([, first, last]) => `every ${first ?? last} `,
  ),
  // chrono takes them for time zones
  rule(
    '(\\d ?(?:[ap]\\.?m\\.?)?|noon|midnight) (?=(?:art|bot|cast|cat|cot|east|eat|get|hat|hay|mart|mut|nut|pet|ret|vet|wat|west|wet|wit)\\b)',
    ([, time]) => `${time} - `,
  ),
  always('\\bnite\\b', 'night'),
  rule(
    `\\b(?:(twenty|thirty)[ -])?(${ORDINALS.join('|')})(?= of (?:${MONTH})\\b)|(?<=\\b(?:${MONTH}) )(?:(twenty|thirty)[ -])?(${ORDINALS.join('|')})\\b`,
    ([, tens, day, laterTens, later]) => {
      const number = ORDINALS.indexOf((day ?? later)!.toLowerCase()) + 1;
      return `${number + ({ twenty: 20, thirty: 30 }[(tens ?? laterTens ?? '').toLowerCase()] ?? 0)}th`;
    },
  ),
  rule(
    '\\b([1-9]|1[0-2])([0-5]\\d) ?([ap])\\.?m\\b',
    ([, hour, minute, half]) => `${hour}:${minute} ${half}m`,
  ),
  rule(
    `(?<![:.\\d])\\b(${WORD}|\\d{1,2})(?:[ -](oh five|fifteen|twenty|thirty|forty[ -]five|forty))? ([ap])\\.? ?m\\b\\.?`,
    ([, hour = '', minute = '', half]) =>
      `${numberOf(hour)}:${MINUTES[minute.toLowerCase().replace('-', ' ')] ?? '00'} ${half}m`,
  ),
  rule(`\\bat (${WORD}) (oh five|fifteen|thirty|forty[ -]five)\\b`, ([, hour = '', minute = '']) =>
    clock(numberOf(hour), Number(MINUTES[minute.toLowerCase().replace('-', ' ')])),
  ),
  rule(
    `\\b(${NUMBER}) (days?|weeks?|months?) from (?:today|now)\\b`,
    ([, count, unit]) => `in ${count} ${unit}`,
  ),
  always('\\btues?\\b', 'tuesday'),
  always('\\b(?:weds?|we[dn]n?e?sday|wednsday)\\b', 'wednesday'),
  always('\\bthu(?:rs?)?\\b', 'thursday'),
  always('\\beveryday\\b', 'every day'),
  always('\\bnightly\\b', 'every night'),
  always('\\b(?:tonite|2nite)\\b', 'tonight'),
  always('\\b(?:(?:every )?fortnight(?:ly)?(?<!in a fortnight)|bi-?weekly)(?! on)\\b', 'every 2 weeks'),
  always('\\b(?:fortnightly|bi-?weekly) on(?= )', 'every other'),
  rule('\\bonce an? (day|week|month|year)\\b', ([, unit]) => `every ${unit}`),
  always('\\bquarterly\\b', 'every 3 months'),
  always('\\b(?:at|on|over) the weekend\\b', 'this weekend'),
  rule(
    '\\b(?:around|approximately|roughly) (?=\\d{1,2}(?:[:.]\\d\\d)?\\b(?! ?(?:min|h(?:ou)?r|day|week|month|people|%)))',
    () => 'at ',
  ),
  rule(
    `\\b(?:later|some ?time|any ?time) (today|tomorrow|tonight|(?:this |next )?(?:${WEEKDAY}|week|weekend))\\b`,
    ([, day]) => day!,
  ),
  rule(
    '\\b(half an hour|an? (?:hour|quarter of an hour)|\\d{1,3} ?(?:m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?)) (?:before|prior to) (\\d{1,2})(?:[:.](\\d\\d))?(?: ?([ap])\\.?m\\b\\.?)?',
    (found) => timeBefore(found),
  ),
  always('\\b(?:at |by )?(?:sun ?up|sun ?rise|(?:the )?crack of dawn|dawn)\\b', 'at 6 am'),
  always('\\b(?:at |by )?(?:sun ?set|sun ?down|dusk)\\b', 'at 6 pm'),
  always('\\b(?:(?:at |by )?bed ?time|before (?:i go to )?(?:bed|sleep)(?: ?time)?)\\b', 'at 9 pm'),
  rule(
    `\\b(before (?:school|work|breakfast)|(?:after|before) (?:school|work|class|practice|lunch|dinner|supper|bed)),? ${AT}(${NUMBER})(:\\d\\d)?( ?[ap]m)?(?!\\w|[:.]\\d)`,
    ([, part = '', hour = '', minute = '', half]) => halfOfDay(part, numberOf(hour), minute, half),
  ),
  always('\\bafter school\\b', 'at 3 pm'),
  rule('\\b(?:around|about) (?=\\d{1,2}(?:[:.]\\d\\d)?(?:ish|\\s?[ap]\\.?m|\\s*$|[,!]))', () => 'at '),
  rule('\\b(?:at )?(\\d{1,2}) ?ish\\b', ([, hour]) => clock(Number(hour))),
  rule(`\\bby (?=(?:\\d{1,2}(?::\\d\\d)?|${WORD})(?:\\s?[ap]\\.?m\\.?)?\\s*[.!]?$)`, () => 'at '),
  always('\\b(?:at |by |over )?lunch ?time\\b|\\b(?:at|over) lunch\\b', 'noon'),
  always('\\bafter lunch\\b', 'at 1 pm'),
  always('\\b(?:after work|at dinner(?: ?time)?|for dinner time)\\b', 'at 6 pm'),
  always('\\bafter dinner\\b', 'at 8 pm'),
  always('\\bat breakfast(?: ?time)?\\b', 'at 8 am'),
  always('\\btwice (?:a|every) day\\b', 'every day'),
  always('\\b(?:12 )?noon\\b|\\bmidday\\b', 'noon'),
  always('\\b(?:midnight tonight|tonight (?:at )?(?:midnight|12))\\b(?!:)', 'tomorrow at 0:00'),

  rule(RANGE, (found) => startOfRange(found)),
  rule('(^|\\s)@ ?(?=\\d)', ([, before]) => `${before}at `),
];

function startOfRange([, before, from = '', minute, half, to = '', lastHalf, after]: string[]):
  | string
  | null {
  if (!before && !after && !half && !lastHalf) return null;
  const [hour, last] = [numberOf(from), numberOf(to)];
  const isSame = hour % 12 < last % 12;
  const other = lastHalf && (isSame ? lastHalf : /p/i.test(lastHalf) ? 'a' : 'p');
  return clock(hour, Number(minute?.slice(1) ?? 0), half || other ? `${half ?? other}m` : '');
}

/** `after school at 3` is in the afternoon, `before school at 7` in the morning. */
function halfOfDay(part: string, hour: number, minute: string, half?: string): string | null {
  const isEarly = /^before (?:school|work|breakfast|class|lunch)/i.test(part);
  if (half || hour > 12) return `at ${hour}${minute}${half ?? ''}`;
  return hour === 12 ? null : `at ${hour}${minute || ':00'} ${isEarly ? 'am' : 'pm'}`;
}

/** Without am or pm the hour stays one of twelve. */
function timeBefore([, before = '', hour = '', minute = '0', half]: string[]): string | null {
  const count = /half/i.test(before)
    ? 30
    : /quarter/i.test(before)
      ? 15
      : Number(/\d+/.exec(before)?.[0] ?? 1);
  const minutes = /^\d+ ?h|^an? hour/i.test(before) ? count * 60 : count;
  const typed = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const day = half || typed > 12 ? 1440 : 720;
  const time = (typed * 60 + Number(minute) - minutes + 2 * day) % day;
  const hours = Math.floor(time / 60) || (day === 720 ? 12 : 0);
  return half ? clock(hours % 12 || 12, time % 60, hours < 12 ? 'am' : 'pm') : clock(hours, time % 60);
}

const MINUTES: Record<string, string> = {
  'oh five': '05',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  'forty five': '45',
};

const RULES = [...WORDS, NTH_WEEKDAY, ...FROM_NOW, ...HOURS, ...REPEATS, ...DAYS];

export function toPlainText(
  original: string,
  now: Now,
  { isAbroad = false, isMonthFirst = true } = {},
): PlainText {
  const today = now.toPlainDate();
  let text = original;
  // for each character of the text: where its first and last character are in the original
  let starts = indices(text.length);
  let ends = starts.map((start) => start + 1);
  for (const [pattern, toPlain] of [...(isAbroad ? ABROAD : []), slashDate(isMonthFirst), ...RULES]) {
    for (const match of [...text.matchAll(pattern)].reverse()) {
      const plain = toPlain([...match] as string[], today, now);
      if (plain === null || match[0] === '' || plain === match[0]) continue;
      const [from, to] = [match.index, match.index + match[0].length];
      text = text.slice(0, from) + plain + text.slice(to);
      starts = [...starts.slice(0, from), ...Array(plain.length).fill(starts[from]), ...starts.slice(to)];
      ends = [...ends.slice(0, from), ...Array(plain.length).fill(ends[to - 1]), ...ends.slice(to)];
    }
  }
  return {
    text,
    span: (from, to) => ({
      from: starts[from] ?? original.length,
      to: to > from ? ends[to - 1]! : (starts[from] ?? 0),
    }),
  };
}

const indices = (length: number) => Array.from({ length }, (_, at) => at);

import { ABROAD } from './abroad';
import { DAYS, REPEATS, slashDate } from './days';
import { FROM_NOW, HOURS } from './hours';
import { always, clock, MONTH, type Now, NUMBER, numberOf, ORDINALS, type Rule, rule, WORD } from './terms';

/**
 * Rewrites how people write times as the few forms that are read: `half past seven` as `at 7:30`, `next friday`
 * as a date. `from` and `to` of what is found there can be told for the original text.
 */
export type PlainText = { text: string; span(from: number, to: number): { from: number; to: number } };

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
    `\\b(${WORD}|\\d{1,2})(?:[ -](oh five|fifteen|twenty|thirty|forty[ -]five|forty))? ([ap])\\.? ?m\\b\\.?`,
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

  rule('(^|\\s)@ ?(?=\\d)', ([, before]) => `${before}at `),
];

const MINUTES: Record<string, string> = {
  'oh five': '05',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  'forty five': '45',
};

const RULES = [...WORDS, ...FROM_NOW, ...HOURS, ...REPEATS, ...DAYS];

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

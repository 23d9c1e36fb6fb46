import {
  AT,
  always,
  clock,
  DATE,
  DAY,
  HALF,
  MONTH,
  NUMBER,
  numberOf,
  PART,
  type Rule,
  rule,
  WEEKDAY,
  WORD,
} from './terms';

const minutesFromNow = (minutes: number) => `in ${minutes} minutes`;

export const FROM_NOW: Rule[] = [
  rule(`\\bin (an?|${NUMBER}) h(?:ou)?rs? and a half\\b`, ([, hours = '']) =>
    minutesFromNow((/^an?$/i.test(hours) ? 1 : numberOf(hours)) * 60 + 30),
  ),
  rule(`\\bin (${NUMBER}) and a half hours?\\b`, ([, hours = '']) =>
    minutesFromNow(numberOf(hours) * 60 + 30),
  ),
  rule('\\bin (\\d{1,2})[.,]5 ?h(?:(?:ou)?rs?)?\\b', ([, hours]) => minutesFromNow(Number(hours) * 60 + 30)),
  rule(
    `\\bin (an?|${NUMBER}) ?h(?:(?:ou)?rs?)?,? ?(?:and )?(\\d{1,2})(?: ?m(?:in(?:ute)?s?)?)?\\b`,
    ([, hours = '', minutes]) =>
      minutesFromNow((/^an?$/i.test(hours) ? 1 : numberOf(hours)) * 60 + Number(minutes)),
  ),
  always('\\bin (?:a )?quarter of an hour\\b', minutesFromNow(15)),
  always('\\bin (?:a half hour|half an hour)\\b', minutesFromNow(30)),
  rule(
    `\\b(an?|${NUMBER}) (min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?) from now\\b`,
    ([, count, unit]) => `in ${count} ${unit}`,
  ),
  always('\\bin (?:a fortnight|two weeks)\\b', 'in 14 days'),
  rule(`\\bin (${NUMBER}) (days|weeks|months)[’']? time\\b`, ([, count, unit]) => `in ${count} ${unit}`),
  rule(`\\bin (${WORD}) (?=min|h(?:ou)?r|day|week|month|year)`, ([, count = '']) => `in ${numberOf(count)} `),
  rule(
    `(?:^|(?<=\\s))in (${NUMBER})(?=[\\s.!]*$)|^in (${NUMBER})(?! ?[\\d:.]| ?(?:m|min\\w*|h|hours?|hrs?|days?|weeks?|months?|years?|the|[ap]\\.?m)\\b)(?= )`,
    ([, last, first]) => minutesFromNow(numberOf(last ?? first!)),
  ),
];

const END_OF_DAY = '(?:at |by )?(?:the )?end of (?:the )?day|(?:by )?(?:eod|cob)';

/** A day may have been written as numbers already. */
const DATES = `(?:${DATE}|20\\d\\d-\\d\\d-\\d\\d|\\d{1,2}\\.\\d{1,2}\\.(?:20\\d\\d)?),? `;
const ON_DATE = `(?<=\\b${DATES})`;
const COUNTED =
  '(?! ?(?:[-./:\\d%]|(?:euros?|eur|dollars?|bucks|usd|pounds|people|guests|words|k?cal|steps|k?m|k?g|ml)\\b))';

export const HOURS: Rule[] = [
  rule('(?<=[,;] (?:please )?remind me )(\\d{1,2})(?=[\\s.!]*$)', ([, hour]) => `at ${hour}`),
  rule(
    `${ON_DATE}((?!19)[01]\\d|2[1-3])([0-5]\\d)\\b${COUNTED}`,
    ([, hour, minute]) => `at ${hour}:${minute}`,
  ),
  // `born june 5 1945` is a year
  rule(`(?<=^(?:on )?${DATES})(19|20)(00|15|30|45)\\b${COUNTED}`, ([digits, hour, minute], today) =>
    Number(digits) >= today.year ? null : `at ${hour}:${minute}`,
  ),
  rule(`${ON_DATE}([1-9])(15|30|45)\\b${COUNTED}`, ([, hour, minute]) => `at ${hour}:${minute}`),
  rule(
    `^([1-9])(15|30|45)(?= [a-z])${COUNTED}(?! (?:\\w+ ){1,3}(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|blvd|court|way)\\b)(?!.*\\b(?:${DAY})\\b)`,
    ([, hour, minute]) => `at ${hour}:${minute}`,
  ),
  rule(`(?<=\\b(?:${DAY}|at) )([1-9])(15|30|45)\\b(?![./:-])`, ([, hour, minute]) => `${hour}:${minute}`),
  always(
    '\\b(?:first thing (?:in the morning )?tomorrow|tomorrow(?: morning)? first thing|first thing in the morning)\\b',
    'tomorrow at 8:00 am',
  ),
  rule(`\\bfirst thing (?:on )?(${WEEKDAY})\\b`, ([, day]) => `${day} at 8:00 am`),
  rule(
    `\\b(?:at )?(?:a )?(half|quarter|${NUMBER})(?: minutes?)? (past|after|to|till) (${NUMBER})\\b(?!:)`,
    ([, part = '', side = '', hour = '']) => {
      const minutes = /half/i.test(part) ? 30 : /quarter/i.test(part) ? 15 : numberOf(part);
      if (/past|after/i.test(side)) return clock(numberOf(hour), minutes);
      return minutes === 30 && /half/i.test(part)
        ? null
        : clock((numberOf(hour) + 23) % 24 || 12, 60 - minutes);
    },
  ),
  rule(
    `\\b(?:at half (${NUMBER})(?: ?([ap]m))?|half (${NUMBER})(?: ?([ap]m))?(?= (?:${DAY})|[\\s.!]*$))(?!\\w)`,
    ([, hour, half, last, lastHalf]) => clock(numberOf(hour ?? last!), 30, half ?? lastHalf),
  ),
  rule(`${AT}(${WORD})\\b(?! (?:min|hour|day|week))`, ([, hour = '']) => `at ${numberOf(hour)}`),
  rule(
    `\\b(${WORD})(?= (?:in the (?:${PART})|at night|o['’]? ?clock|tonight|this (?:${PART})))`,
    ([, hour = '']) => `${numberOf(hour)}`,
  ),
  rule(`\\b(?:at )?(\\d{1,2})(?:[:.](\\d\\d))? ?o['’]? ?clock\\b`, ([, hour, minute = 0]) =>
    clock(Number(hour), Number(minute)),
  ),
  rule(
    `(?<!\\bin )(?<=${AT}|\\b(?:${DAY}|day|${MONTH}) )(\\d{1,2})h(\\d\\d)?\\b|(?<!\\bin )\\b(1[3-9]|2[0-3])h(\\d\\d)?\\b`,
    ([, hour, minute, late, lateMinute]) => clock(Number(hour ?? late), Number(minute ?? lateMinute ?? 0)),
  ),
  rule(
    `(?:^|(?<=${AT}|\\b(?:${DAY}) )|(?<!(?:${MONTH}|\\d|[./-]|room|code|pin|no\\.?|number|bus|pay|for|of|until|since|year) ?)(?=\\d{4}\\s*$))([01]\\d|2[0-3])([0-5][05])\\b(?![./-]|h)`,
    ([, hour = '', minute]) => `at ${hour}:${minute}`,
  ),
  rule(
    "\\b(\\d{1,2})([:.]\\d\\d)?([ap])\\b(?![.’'])",
    ([, hour, minute = '', half]) => `${hour}${minute.replace('.', ':')} ${half}m`,
  ),
  rule(
    `\\b(?:at )?(\\d{1,2})(?:[:.](\\d\\d))? (?:in the|at) (${PART})\\b`,
    ([, hour = '', minute, part = '']) => inPart(hour, minute, part),
  ),
  rule(
    `\\b(?:at )?(\\d{1,2})(?:[:.](\\d\\d))? (?:to(night)|this (${PART}))\\b`,
    ([, hour = '', minute, night, part]) => {
      const time = inPart(hour, minute, night ?? part!);
      return time && `today ${time}`;
    },
  ),
  rule(
    `\\b(?:at )?(\\d{1,2})(?:[:.](\\d\\d))? ((?:on )?(?:tomorrow|${WEEKDAY})) (${PART})\\b`,
    ([, hour = '', minute, day, part = '']) => {
      const time = inPart(hour, minute, part);
      return time && `${day} ${time}`;
    },
  ),
  rule(
    `\\b(?:in the|this) (morning),? ${AT}?(\\d{1,2})(?:[:.](\\d\\d))?\\b${HALF}`,
    ([, part = '', hour = '', minute]) => inPart(hour, minute, part),
  ),
  rule(`\\bin the (${PART})\\b`, ([, part]) => `this ${part}`),
  rule(
    `\\b(?:(tonight)|(?:this (${PART}))|(tomorrow|${WEEKDAY}) (${PART})),? ${AT}?(?:at )?(\\d{1,2})(?:[:.](\\d\\d))?\\b${HALF}`,
    ([, night, this_, day, part, hour = '', minute]) => {
      const time = inPart(hour, minute, night ?? this_ ?? part!);
      return time && `${day ?? 'today'} ${time}`;
    },
  ),

  rule(
    `\\b(?:by )?((?:next )?${WEEKDAY}|tomorrow),? (?:${END_OF_DAY})\\b|\\b(?:${END_OF_DAY}) (?:on )?(${WEEKDAY}|tomorrow)\\b`,
    ([, day, last]) => `${day ?? last} at 5 pm`,
  ),
  always(
    '\\b(?:(?:at |by )?(?:the )?end of (?:the |today|this )?day|(?:by )?eod|end of today)\\b',
    'today at 5 pm',
  ),
];

/** An hour from 12 on says itself which half of the day it means. */
function inPart(hour: string, minute: string | undefined, part: string): string | null {
  const number = Number(hour);
  const minutes = Number(minute ?? 0);
  if (number > 12) return clock(number, minutes);
  if (number === 12) return clock(/night/i.test(part) ? 0 : 12, minutes);
  return clock(number, minutes, /morning/i.test(part) ? 'am' : 'pm');
}

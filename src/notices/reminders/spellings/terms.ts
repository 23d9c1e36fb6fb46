/** Parts of the patterns of spellings, and the two kinds of rules. */
export type Day = Temporal.PlainDate;
export type Now = Temporal.PlainDateTime;
export type Rule = [pattern: RegExp, toPlain: (match: string[], today: Day, now: Now) => string | null];

export const NUMBERS: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, 'twenty five': 25, thirty: 30, forty: 40, 'forty five': 45 },
};
export const ORDINALS =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`.split(/\s+/);
export const WORD = Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|');
export const NUMBER = `\\d{1,2}|${WORD}`;
export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
export const DATE = `(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?)`;
export const DAY = `today|tonight|tomorrow|${WEEKDAY}`;
export const PART = 'morning|afternoon|evening|night';
export const HALF = '(?![ap]\\b|\\s?[ap]\\.?m)';
export const AT = '(?:at |@ ?)';

export const numberOf = (word: string) => NUMBERS[word.toLowerCase()] ?? Number(word);

export const rule = (pattern: string, toPlain: Rule[1]): Rule => [new RegExp(pattern, 'gi'), toPlain];
export const always = (pattern: string, plain: string): Rule => rule(pattern, () => plain);

export const clock = (hour: number, minute = 0, half = '') => {
  if (hour > 23 || minute > 59) return null;
  return `at ${hour}:${String(minute).padStart(2, '0')}${half && ` ${half}`}`;
};

/**
 * Rules by which reminders repeat, in the form of iCalendar (RFC 5545, 3.3.10): a frequency, an interval and
 * weekdays, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=FR`.
 */

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
export type Frequency = keyof typeof UNITS;

/** `hours`: if there are any, the times of each day, in place of the hour of the first time. */
export type Repeats = { frequency: Frequency; interval: number; weekdays: Weekday[]; hours: number[] };

const RULE =
  /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(?:;INTERVAL=([1-9]\d?))?(?:;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU)){0,6}))?(?:;BYHOUR=((?:1?\d|2[0-3])(?:,(?:1?\d|2[0-3])){0,3}))?$/;

const WORK_WEEK = 'MO,TU,WE,TH,FR';

const NAMES: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

export const COMMON_RULES = [
  'FREQ=DAILY',
  `FREQ=WEEKLY;BYDAY=${WORK_WEEK}`,
  'FREQ=WEEKLY',
  'FREQ=MONTHLY',
  'FREQ=YEARLY',
];

export function parseRule(rule: string): Repeats | null {
  const [, frequency, interval = '1', days, hours] = RULE.exec(rule) ?? [];
  if (!frequency || (days && frequency !== 'WEEKLY')) return null;
  const chosen = days?.split(',') ?? [];
  return {
    frequency: frequency as Frequency,
    interval: Number(interval),
    weekdays: WEEKDAYS.filter((day) => chosen.includes(day)),
    hours: (hours?.split(',') ?? []).map(Number),
  };
}

export const toRule = ({ frequency, interval, weekdays, hours }: Repeats): string =>
  [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(weekdays.length > 0 ? [`BYDAY=${weekdays.join(',')}`] : []),
    ...(hours.length > 0 ? [`BYHOUR=${hours.join(',')}`] : []),
  ].join(';');

export function ruleInWords(rule: string): string {
  const repeats = parseRule(rule);
  if (!repeats) return 'again';
  const { frequency, interval, weekdays, hours } = repeats;
  const times = hours.length > 0 ? ` at ${joined(hours.map(hourInWords))}` : '';
  const days = weekdays.join(',') === WORK_WEEK ? 'weekday' : joined(weekdays.map((day) => NAMES[day]));
  if (interval === 1) return `every ${days || UNITS[frequency]}${times}`;
  return `every ${interval} ${UNITS[frequency]}s${days ? ` on ${days}${days === 'weekday' ? 's' : ''}` : ''}${times}`;
}

const hourInWords = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;

const joined = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

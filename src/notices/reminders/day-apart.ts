/** The day of an hour, where other words are between them. */
export type Span = { from: number; to: number };

const NOT_ITS_DAY =
  /\b(?:and|or|about|the|for|of|from|by|before|after|until|till|since|than|my|his|her|our|your|their|an?|every|each)\s*$/i;
const PREPOSITION = /^,?\s*(?:after|before|at|by|in|to|with|for|from|during|around|when|once|between)\b/i;

/** `sun cream`, `2nd dose`, `1/2 pill`, `christmas cards` */
const MAY_DESCRIBE =
  /^(?:sun|mon|(?:the )?\d{1,2}(?:st|nd|rd|th)|[1-3]\/[2-4]|christmas|xmas|hall?owe['’]?en|valentine['’]?s|thanksgiving)$/i;

/** `friday dentist at 3`: a day that comes first, or `on friday`, or `friday with Bob at 3`. */
export function isItsDay(
  read: string,
  name: string,
  day: Span & { hasDay: boolean; isHour: boolean },
  { from }: Span,
): boolean {
  const [before, between] = [read.slice(0, day.from), read.slice(day.to, from)];
  if (!day.hasDay || day.to > from || /\b(?:last|ago|yesterday|now)\b/i.test(read.slice(day.from, day.to)))
    return false;
  if (NOT_ITS_DAY.test(before) || /^['’\p{L}\p{N}-]/u.test(between)) return false;
  if (ASKS_HOUR.test(read.slice(0, from))) return true;
  const isFirst = !/[\p{L}\p{N}]/u.test(before.replace(/\b(?:on|at)\s*$/i, ''));
  if (day.isHour) return isFirst;
  const isLone = isFirst || /\btomorrow$/i.test(read.slice(day.from, day.to));
  return /\bon\s*$/i.test(before) || PREPOSITION.test(between) || (isLone && !MAY_DESCRIBE.test(name));
}

/** `swim starts sat 9am, remind me 8:15`: the day is that of what is to be remembered. */
export const ASKS_HOUR = /\bremind me(?: at)?\s*$/i;

const LATE = /\b(?:dinner|supper|evening|night)\b/i;

/** `event`: when on its day something begins, of which the hour is to remind. */
export function joined(read: string, day: Span, time: Span, event: string | null): string {
  const hour = read.slice(time.from, time.to);
  const typed = Number(/\b(\d{1,2})(?::\d\d)?$/.exec(hour)?.[1] ?? 99);
  const at = /^(?:at|@)\b/i.test(hour) ? hour : `at ${hour}`;
  if (event) {
    const begins = Number(event.slice(11, 13));
    const half = typed > 11 || begins < typed ? '' : begins >= typed + 12 ? ' pm' : ' am';
    return `${event.slice(0, 10)} ${at}${half}`;
  }
  const isLate = LATE.test(read.slice(day.from, time.from)) && typed >= 4 && typed <= 10;
  const name = read.slice(day.from, day.to).replace(/ (?:morning|afternoon|evening|night)$/i, '');
  return `${name} ${at}${isLate ? ' pm' : ''}`;
}

/** In `tomorrow 10 eggs at 7` the first number is no hour. */
export function withoutCount<T extends Span & { isHour: boolean }>(read: string, part: T): T {
  const count = /(?<!\bat) \d{1,2}$/i.exec(read.slice(part.from, part.to));
  return part.isHour && count ? { ...part, to: part.to - count[0].length, isHour: false } : part;
}

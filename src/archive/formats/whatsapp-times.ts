// WhatsApp writes dates as the phone does: `31/01/2024, 18:30 - `, `1/31/24, 6:30 PM - `, `[31.01.24,
// 18:30:05] `, `[2024-01-31, 18:30:05] ` and many more. A single date does not show which number is the day;
// all dates of the chat together do.

/** `sender` is null for a notice of WhatsApp. */
export type Head = { date: string; time: string; sender: string | null; text: string };

export type DateOrder = 'day' | 'month' | 'year';

const DATE = String.raw`(?<date>\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4})\.?`;
const TIME = String.raw`(?<time>\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f\u00a0]?[ap]\.?[\s\u202f\u00a0]?m\.?)?)`;
const BETWEEN = String.raw`,?\s+(?:\p{L}{1,3}\s+)?`;
const HEAD = new RegExp(
  `^[\\u200e\\u200f]*(?:\\[${DATE}${BETWEEN}${TIME}\\]\\s|${DATE}${BETWEEN}${TIME}\\s[-–]\\s)`,
  'iu',
);
// Does not match the notices of WhatsApp, such as "Bob left": such a line has a colon only in a quoted group
// name.
const SENDER = /^([^:\n"“”„«»]{1,80}): ?/;

export function readHead(line: string): Head | null {
  const found = HEAD.exec(line);
  if (!found?.groups) return null;
  const { date = '', time = '' } = found.groups;
  const rest = line.slice(found[0].length);
  const [name, sender] = SENDER.exec(rest) ?? [];
  return { date, time, sender: sender ?? null, text: rest.slice(name?.length ?? 0) };
}

export const isChat = (start: string): boolean =>
  readHead(start.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '') !== null;

/**
 * Returns the order of day, month and year in which all dates of the chat exist. If there are several such
 * orders, returns the one in which the dates of successive messages go backwards least often.
 */
export async function findOrder(lines: AsyncIterable<string>, phone: string | null): Promise<DateOrder> {
  const last: Record<DateOrder, string> = { day: '', month: '', year: '' };
  const backwards: Record<DateOrder, number> = { day: 0, month: 0, year: 0 };
  for await (const line of lines) {
    const head = readHead(line);
    if (!head) continue;
    for (const order of ['day', 'month', 'year'] as const) {
      const at = toWall(head.date, head.time, order);
      if (!at) backwards[order] = Number.POSITIVE_INFINITY;
      else if (at.slice(0, 10) < last[order]) backwards[order] += 1;
      if (at) last[order] = at.slice(0, 10);
    }
  }
  const usual: DateOrder = phone?.startsWith('+1') ? 'month' : 'day';
  const others = (['day', 'month', 'year'] as const).filter((order) => order !== usual);
  return [usual, ...others].reduce((best, order) => (backwards[order] < backwards[best] ? order : best));
}

export function toWall(date: string, time: string, order: DateOrder): string | null {
  const [a = '', b = '', c = ''] = date.split(/[./-]\s?/);
  const startsWithYear = a.length === 4 || order === 'year';
  const [year, month, day] = startsWithYear ? [a, b, c] : order === 'day' ? [c, b, a] : [c, a, b];
  const [, hours = '', minutes = '', seconds = '00'] = /^(\d+)[:.](\d+)(?:[:.](\d+))?/.exec(time) ?? [];
  const [half = ''] = /[ap]/i.exec(time) ?? [];
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const fullYear = year.length <= 2 ? `20${year.padStart(2, '0')}` : year;
  const written = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
  const at = Date.parse(`${written}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written) ? written : null;
}

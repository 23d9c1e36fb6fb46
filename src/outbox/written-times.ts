export function writtenTime(at: number, zone: string, now: number): string {
  const { weekday, time } = partsOf(at, zone);
  return `${weekday} ${writtenDay(at, zone, now)} ${time}`;
}

export function writtenDay(at: number, zone: string, now: number): string {
  const { day, month, year } = partsOf(at, zone);
  return `${day} ${month}${year === partsOf(now, zone).year ? '' : ` ${year}`}`;
}

export const writtenClock = (at: number, zone: string): string => partsOf(at, zone).time;

/** Making a format takes longer than using it, and 20 MB for all zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

function partsOf(at: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    if (formats.size === FORMATS_MAX) formats.clear();
    formats.set(timeZone, format);
  }
  // for example `Fri, Nov 27, 2026, 9:00 AM`, with a special space before AM
  const [weekday, month, day, year, clock, half] = format.format(at).split(/[,\s]+/);
  return { weekday, month, day, year, time: `${clock} ${half?.toLowerCase()}` };
}

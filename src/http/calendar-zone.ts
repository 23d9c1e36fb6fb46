const YEARS_AHEAD = 5;

/** A time zone from its last change of the clock to those of the next years (RFC 5545, section 3.6.5). */
export function zoneLines(zone: string, now: number): string[] {
  const present = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const until = present.add({ years: YEARS_AHEAD });
  const lines: string[] = [];
  let change = present.getTimeZoneTransition('previous');
  if (!change) {
    const offset = toOffset(present.offsetNanoseconds);
    lines.push(...observance('STANDARD', '19700101T000000', offset, offset));
    change = present.getTimeZoneTransition('next');
  }
  for (; change && change.epochMilliseconds < until.epochMilliseconds; ) {
    const before = change.subtract({ seconds: 1 }).offsetNanoseconds;
    const after = change.offsetNanoseconds;
    // it begins by the clock before the change
    const start = change.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: before }).toPlainDateTime();
    const name = after > before ? 'DAYLIGHT' : 'STANDARD';
    lines.push(...observance(name, toStamp(start), toOffset(before), toOffset(after)));
    change = change.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

export const toStamp = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

const observance = (name: string, start: string, from: string, to: string): string[] => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `END:${name}`,
];

function toOffset(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / 60e9);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${nanoseconds < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)}`;
}

/** The first event of an iCalendar file (RFC 5545), in words: what, when and where. */
export function invitationWords(calendar: string): string {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '');
  const event = /BEGIN:VEVENT\r?\n(.*?)END:VEVENT/s.exec(unfolded)?.[1] ?? '';
  const field = (name: string) => {
    const [, parameters = '', value = ''] =
      new RegExp(`^${name}((?:;[^:\r\n]*)?):(.*)$`, 'm').exec(event) ?? [];
    const zone = /TZID="?([^";:]+)/.exec(parameters)?.[1] ?? '';
    return {
      zone,
      value: value
        .trim()
        .replace(/\\n/gi, '\n')
        .replace(/\\([,;\\])/g, '$1'),
    };
  };
  const [start, end] = [field('DTSTART'), field('DTEND')];
  const when = [toTime(start.value), toTime(end.value, start.value)].filter(Boolean).join(' – ');
  const isCancelled = /^(?:METHOD:CANCEL|STATUS:CANCELLED)\s*$/im.test(unfolded);
  return [
    `${isCancelled ? 'Cancelled: ' : ''}${field('SUMMARY').value}`,
    when && `${when}${start.zone && ` (${start.zone})`}`,
    field('LOCATION').value,
  ]
    .filter(Boolean)
    .join('\n');
}

/** `20261204T090000Z` as `2026-12-04 09:00 UTC`, without the day if it is that of `before`. */
function toTime(value: string, before = ''): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? [];
  if (!year) return '';
  const isSameDay = before.slice(0, 8) === value.slice(0, 8);
  if (!hour) return isSameDay ? '' : `${year}-${month}-${day}`;
  const time = `${hour}:${minute}${utc ? ' UTC' : ''}`;
  return isSameDay ? time : `${year}-${month}-${day} ${time}`;
}

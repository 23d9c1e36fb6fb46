const NUMERIC_DATE =
  /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T\s]+(\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,3})\d*)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;
/** A date such as 05/06/2024 contains no name of a month, and is refused as ambiguous. */
const MONTH_NAME = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const YEAR = /\b\d{4}\b/;
// A zone in digits counts only after a time of day, because the end of `31-May-2024` is not a zone but a
// year.
const ZONE_AT_END = /(Z|UTC|GMT|(?<=:\d\d\s*)[+-]\d\d:?\d\d)$/i;
const CHARACTERS_MAX = 100;
/** A larger number is read as milliseconds or microseconds. */
const SECONDS_MAX = 1e11;

/**
 * A time without a zone is read as UTC on every server, so that a second import finds the message again by
 * its time. Throws the same error for 05/06/2024, which may be in May or in June.
 */
export function parseTime(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > CHARACTERS_MAX) throw unreadable(trimmed);
  if (trimmed === '' || Number(trimmed) === 0) return null;
  const time = /^\d{9,16}(\.\d+)?$/.test(trimmed) ? fromNumber(Number(trimmed)) : fromDate(trimmed);
  if (time > 0) return time;
  throw unreadable(trimmed);
}

const unreadable = (text: string) =>
  new Error(`the time "${text.slice(0, 50)}" cannot be read. Write it like 2024-05-31 18:30.`);

function fromNumber(number: number): number {
  let seconds = number;
  while (seconds > SECONDS_MAX) seconds /= 1000;
  return Math.round(seconds * 1000);
}

function fromDate(text: string): number {
  const [numeric, year, month = '', day = '', time = '00:00', fraction = '', zone = 'Z'] =
    NUMERIC_DATE.exec(text) ?? [];
  if (numeric) {
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const exists = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
    if (!exists) return Number.NaN; // such as 30 February, which Date.parse takes for 1 March
    const offset = /^[A-Z]/i.test(zone) ? 'Z' : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2');
    return Date.parse(`${date}T${time.padEnd(8, ':00')}.${fraction.padEnd(3, '0')}${offset}`);
  }
  // Date.parse adds the year 2001 to "Mar 5", and takes 31 February for 2 March, so both are refused here
  const [firstNumber] = /\b\d{1,2}\b/.exec(text) ?? [];
  const inUtc = Date.parse(`${text.replace(ZONE_AT_END, '')} UTC`);
  if (!MONTH_NAME.test(text) || !YEAR.test(text) || new Date(inUtc).getUTCDate() !== Number(firstNumber))
    return Number.NaN;
  return ZONE_AT_END.test(text) ? Date.parse(text) : inUtc;
}

/** What of a text can be tapped; `value` is what the tap takes. */
export type Tappable = {
  kind: 'phone' | 'mail' | 'address' | 'iban' | 'date';
  at: number;
  text: string;
  value: string;
};

/** Words before a number that is no phone number, and signs of money beside one. */
const NO_PHONE_BEFORE =
  /(?:\b(?:order|invoice|ref(?:erence)?|no|nr|num(?:ber)?|id|isbn|tracking|account|konto|kunden\p{L}*|bestell\p{L}*|rechnung\p{L}*|customer|serial|sku|pin|code|ticket|booking|buchung\p{L}*)[.:# ]*|[#€$£¥%.,/:\p{L}\p{N}-])$/iu;
const NO_PHONE_AFTER =
  /^(?:[\p{L}\p{N}€$£¥%]|[.,:/-]\d| ?(?:eur|usd|gbp|euros?|dollars?|kg|km|ml|€|\$|£)\b| ?[€$£¥%])/iu;
const PHONE =
  /\+\d(?:[ ()./-]{0,2}\d){7,14}|\(\d{2,5}\) ?\d(?:[ -]?\d){5,9}|[2-9]\d\d[-. ][2-9]\d\d[-. ]\d{4}|0\d(?:[ .]\d\d){4}|0[1-9]\d{1,4}[ /-] ?\d(?:[ -]?\d){4,8}|01[5-7]\d{8,9}/g;
const MAIL =
  /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}(?![\p{L}\p{N}@])/gu;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;

const NAME = String.raw`\p{Lu}[\p{L}'’.-]*`;
const CITY = String.raw`(?:, ?(?:\d{4,5} )?${NAME}(?: ${NAME}){0,2}(?:,? [A-Z]{2}(?: \d{5})?)?)?`;
const ADDRESS = new RegExp(
  [
    String.raw`\d{1,5}[a-z]? (?:${NAME} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Terrace|Parkway|Highway)\b\.?${CITY}`,
    String.raw`\d{1,4}(?: ?bis)?,? (?:rue|avenue|boulevard|place|chemin|impasse|quai) (?:(?:de|du|des|la|le|les) |[ld]['’])*${NAME}(?: ${NAME})*${CITY}`,
    String.raw`(?:(?:${NAME} )?\p{Lu}[\p{L}-]*(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ufer|damm)|(?:${NAME}[ -])?(?:Straße|Strasse|Platz|Allee|Weg)|(?:Am|An der|Im|Zum) \p{Lu}\p{Ll}{2,}) \d{1,4} ?[a-z]?\b${CITY}`,
    String.raw`(?:Calle|Avenida|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua) (?:(?:de|del|della|di|da|do|la|las|los) )*${NAME}(?: ${NAME}){0,2},? \d{1,4}\b${CITY}`,
  ].join('|'),
  'gu',
);

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');
const DAY = `(?<weekday>(?:${DAYS.join('|')})(?:[nru]?e?s?day|s|rs|r|urday)?)`;
const TIME = String.raw`(?<time>(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>[ap]\.?m\b\.?)|(?<hour24>[01]?\d|2[0-3]):(?<minute24>[0-5]\d))`;
const THEN = `(?:,? (?:at |um )?${TIME})`;
/** A day of the week or `tomorrow` is a date only with a time: people use them in any sentence. */
const DATES = [
  String.raw`(?<year>20\d\d)-(?<number>\d{2})-(?<day>\d{2})${THEN}?`,
  String.raw`(?<day>\d{1,2})\.(?<number>\d{1,2})\.(?<year>20\d\d|\d\d(?![\d.]))${THEN}?`,
  String.raw`(?<number>\d{1,2})/(?<day>\d{1,2})/(?<year>20\d\d|\d\d)${THEN}?`,
  String.raw`${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>20\d\d))?${THEN}?`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?${MONTH}(?:,? (?<year>20\d\d))?${THEN}?`,
  `(?<relative>today|tonight|tomorrow|${DAY})${THEN}`,
].map((pattern) => new RegExp(String.raw`(?<![\p{L}\p{N}./:-])${pattern}(?![\p{L}\p{N}/:]|[.-]\d)`, 'giu'));

const MORNING = '09:00';
const FOUND_MAX = 50;

/** `sentAt` says which year or week is meant. A date that is past at `now` reminds nobody. */
export function findTappable(text: string, sentAt: Date, now: Date): Tappable[] {
  if (!/[\d@]/.test(text)) return [];
  const found: Tappable[] = [];
  const add = (kind: Tappable['kind'], at: number, words: string, value: string) => {
    const isFree = found.every((one) => at + words.length <= one.at || at >= one.at + one.text.length);
    if (isFree && found.length < FOUND_MAX) found.push({ kind, at, text: words, value });
  };
  for (const { 0: mail, index } of text.matchAll(MAIL)) add('mail', index, mail, mail);
  for (const { 0: iban, index } of text.matchAll(IBAN)) if (isIban(iban)) add('iban', index, iban, iban);
  for (const { 0: address, index } of text.matchAll(ADDRESS)) add('address', index, address, address);
  for (const pattern of DATES)
    for (const match of text.matchAll(pattern)) {
      const time = dateOf(match.groups!, sentAt);
      const isToCome = time !== null && new Date(time) > now;
      if (time !== null) add('date', match.index, match[0], isToCome ? time : '');
    }
  for (const { 0: number, index } of text.matchAll(PHONE)) {
    const digits = number.replace(/(?!^\+)\D/g, '');
    if (
      NO_PHONE_BEFORE.test(text.slice(Math.max(0, index - 30), index)) ||
      NO_PHONE_AFTER.test(text.slice(index + number.length))
    )
      continue;
    add('phone', index, number, digits);
  }
  return found.filter(({ value }) => value !== '').sort((one, other) => one.at - other.at);
}

/** ISO 13616. */
function isIban(written: string): boolean {
  const iban = written.replaceAll(' ', '');
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36)),
  );
  return iban.length >= 15 && BigInt(digits) % 97n === 1n;
}

type Found = Record<string, string | undefined>;

/** On the clock of the reader, such as `2026-11-27T09:00`; null if there is no such day. */
function dateOf(found: Found, sentAt: Date): string | null {
  const time = timeOf(found);
  const { relative, weekday, day, month, number, year } = found;
  if (time === null || month === 'may') return null; // the verb
  const date = new Date(sentAt.getFullYear(), sentAt.getMonth(), sentAt.getDate());
  if (weekday)
    date.setDate(
      date.getDate() + ((DAYS.indexOf(weekday.slice(0, 3).toLowerCase()) - date.getDay() + 6) % 7) + 1,
    );
  else if (relative) date.setDate(date.getDate() + Number(/tomorrow/i.test(relative)));
  else {
    const index = month ? MONTHS.indexOf(month.slice(0, 3).toLowerCase()) : Number(number) - 1;
    const written = year ? Number(year.length === 2 ? `20${year}` : year) : date.getFullYear();
    const past = !year && new Date(written, index, Number(day)) < date;
    date.setFullYear(written + Number(past), index, Number(day));
    if (date.getMonth() !== index || date.getDate() !== Number(day)) return null;
  }
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${time}`;
}

function timeOf({ time, hour, minute = '00', half, hour24, minute24 }: Found): string | null {
  if (time === undefined) return MORNING;
  if (hour24) return `${hour24.padStart(2, '0')}:${minute24}`;
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return null;
  const hours = (Number(hour) % 12) + (/^p/i.test(half ?? '') ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

import { PHOTO_WORDS_MAX } from '../../contract/limits';

/** The beginning suffices, also with a picture in a contact card. */
const READ_MAX = 256 * 1024;
const CARD = /^(?:text\/(?:x-)?vcard|text\/directory|text\/(?:x-)?v?calendar|text\/x-vlocation)$/;
/** RFC 6350 and RFC 5545: properties with words of people. */
const PROPERTIES =
  /^(?:[\w-]+\.)?(?:FN|NICKNAME|ORG|TITLE|ROLE|TEL|EMAIL|ADR|NOTE|URL|LABEL|GEO|BDAY|SUMMARY|LOCATION|DESCRIPTION|X-ABLABEL)\b[^:]*:(.*)$/i;

/** By which a contact card, a location, an event or a text file is found. Null for other files. */
export function wordsOfFile(type: string, bytes: Uint8Array): string | null {
  if (type !== 'text/plain' && !CARD.test(type)) return null;
  const text = new TextDecoder().decode(bytes.subarray(0, READ_MAX)).replace(/[^\P{C}\n\r\t\p{Cf}]/gu, '');
  return (type === 'text/plain' ? text : wordsOfCard(text)).trim().slice(0, PHOTO_WORDS_MAX);
}

const wordsOfCard = (text: string): string =>
  text
    .replace(/\r?\n[ \t]|=\r?\n/g, '') // folded lines
    .split(/\r?\n/)
    .flatMap((line) => PROPERTIES.exec(line)?.[1] ?? [])
    .map((value) =>
      value
        .replace(/\\n|[;|]+/gi, ' ')
        .replace(/\\([,\\])/g, '$1')
        .replace(/^tel:/i, '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');

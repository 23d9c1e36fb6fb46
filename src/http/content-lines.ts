/** The lines of vCards (RFC 2426) and calendars (RFC 5545), which have the same form. */

/** Maximum length of a line in bytes, without the line break. */
const LINE_BYTES_MAX = 75;

export const toContentLines = (lines: string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('');

export const escapeText = (text: string): string =>
  text
    .replace(/\r\n|\r|\n/g, '\n')
    .replace(/[\x00-\x09\x0b-\x1f\x7f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Breaks a line into lines of at most LINE_BYTES_MAX bytes, but never within a character. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

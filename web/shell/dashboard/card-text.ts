import { findHashtags } from '../../../src/contract/hashtags';

export function withoutLastHashtags(text: string): string {
  let end = text.trimEnd().length;
  for (const hashtag of findHashtags(text).toReversed()) {
    if (hashtag.end !== end) break;
    end = text.slice(0, hashtag.start).trimEnd().length;
  }
  return text.slice(0, end);
}

const ITEM = /^[ \t]*[-–•*☐][ \t]+(?:\[[ xX]?\][ \t]+)?/gm;

/** The items of a list stand side by side. */
export const inOneLine = (text: string): string =>
  (text.match(ITEM)?.length ?? 0) < 2
    ? text
    : text
        .replace(ITEM, '')
        .trim()
        .replace(/\s*\n\s*/g, ' · ');

export function fileWord(type: string): string {
  if (type.startsWith('video/')) return 'Video';
  if (type.startsWith('audio/')) return 'Voice note';
  return /^text\/(x-)?vcard$/.test(type) ? 'Contact' : 'File';
}

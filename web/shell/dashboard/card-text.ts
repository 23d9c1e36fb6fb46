import { findHashtags } from '../../../src/contract/hashtags';

/**
 * Returns a text without the hashtags at its end, because on the card of a board these mostly name the board
 * itself. Returns an empty string if the text has nothing but hashtags.
 */
export function withoutLastHashtags(text: string): string {
  let end = text.trimEnd().length;
  for (const hashtag of findHashtags(text).toReversed()) {
    if (hashtag.end !== end) break;
    end = text.slice(0, hashtag.start).trimEnd().length;
  }
  return text.slice(0, end);
}

/** Returns the word for a file of this MIME type. A card shows the word instead of a text. */
export function fileWord(type: string): string {
  if (type.startsWith('video/')) return 'Video';
  if (type.startsWith('audio/')) return 'Voice note';
  return /^text\/(x-)?vcard$/.test(type) ? 'Contact' : 'File';
}

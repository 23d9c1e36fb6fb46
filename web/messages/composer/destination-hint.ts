import { hashtagsIn } from '../../../src/contract/hashtags';

/** Returns a sentence that says to which boards a message with these tags and this content goes. */
export function destinationHint(tags: readonly string[], content: string) {
  const all = [...new Set([...tags, ...hashtagsIn(content)])];
  return `Goes to ${all.map((tag) => `#${tag}`).join(', ')}`;
}

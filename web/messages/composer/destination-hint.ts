import { hashtagsIn } from '../../../src/contract/hashtags';

/** In words, where a message with these tags and this text will be. */
export function destination(tags: readonly string[], content: string) {
  const all = [...new Set([...tags, ...hashtagsIn(content)])];
  return `Goes to ${all.map((tag) => `#${tag}`).join(', ')}`;
}

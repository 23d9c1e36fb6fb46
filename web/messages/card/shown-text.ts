import { findHashtags } from '../../../src/contract/hashtags';
import { findLinks } from '../../../src/contract/links';
import type { Message } from '../../../src/contract/messages';

const LARGE_EMOJI_MAX = 3;
/** A single emoji, such as a family, can have more than ten UTF-16 units. */
const EMOJI_TEXT_MAX = 100;

export type ShownText = { kind: 'none' | 'hashtags' | 'emoji' | 'link' | 'text'; text: string };

export function shownText({ content, tags, media }: Pick<Message, 'content' | 'tags' | 'media'>): ShownText {
  const text = withoutLastHashtags(content, tags);
  if (text.trim() === '') return { kind: media.length === 0 ? 'hashtags' : 'none', text: '' };
  if (isFewEmoji(text)) return { kind: 'emoji', text: text.trim() };
  return { kind: isOneLink(text) ? 'link' : 'text', text };
}

export const chipsOf = ({ tags }: Pick<Message, 'tags'>, board: string | undefined) =>
  tags.filter((tag) => tag !== board);

export const isOnlyHashtags = (message: Message) => shownText(message).kind === 'hashtags';

function withoutLastHashtags(content: string, tags: readonly string[]): string {
  let end = content.trimEnd().length;
  const hashtags = findHashtags(content);
  for (const [back, hashtag] of hashtags.reverse().entries()) {
    const { slug, start } = hashtag;
    const standsAlone = start === 0 || /\s/.test(content[start - 1]!) || hashtags[back + 1]?.end === start;
    if (hashtag.end !== end || !standsAlone || !tags.includes(slug)) break;
    end = content.slice(0, start).trimEnd().length;
  }
  return content.slice(0, end);
}

function isOneLink(text: string): boolean {
  const trimmed = text.trim();
  return !/\s/.test(trimmed) && findLinks(trimmed)[0]?.text === trimmed;
}

/** An emoji with colour by default, one with a variation selector (❤️), or a keycap (1️⃣). */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\d#*]\uFE0F?\u20E3)/u;

let graphemes: Intl.Segmenter | undefined;

function isFewEmoji(text: string): boolean {
  const solid = text.replace(/\s/g, '');
  if (solid.length > EMOJI_TEXT_MAX || !EMOJI.test(solid)) return false;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const characters = [...graphemes.segment(solid)];
  return characters.length <= LARGE_EMOJI_MAX && characters.every(({ segment }) => EMOJI.test(segment));
}

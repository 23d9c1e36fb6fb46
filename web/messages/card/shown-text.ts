import { findHashtags } from '../../../src/contract/hashtags';
import { findLinks } from '../../../src/contract/links';
import type { Message } from '../../../src/contract/messages';

/** Largest number of emoji that a card draws large. */
const LARGE_EMOJI_MAX = 3;
/**
 * Largest length of a text that is checked for a few emoji, in UTF-16 units and without white space. A single
 * emoji, such as a family, can have more than ten units.
 */
const EMOJI_TEXT_MAX = 100;

/**
 * The part of a message's content that its card draws as text. `kind` is "link" if the text is one link and
 * nothing else, "emoji" if it is a few emoji, and "none" if it is empty but the message has files. It is
 * "hashtags" if the message has nothing but its hashtags.
 */
export type ShownText = { kind: 'none' | 'hashtags' | 'emoji' | 'link' | 'text'; text: string };

/** Returns the text that the card of a message draws (docs/product.md: Cards of messages). */
export function shownText({ content, tags, media }: Pick<Message, 'content' | 'tags' | 'media'>): ShownText {
  const text = withoutLastHashtags(content, tags);
  if (text.trim() === '') return { kind: media.length === 0 ? 'hashtags' : 'none', text: '' };
  if (isFewEmoji(text)) return { kind: 'emoji', text: text.trim() };
  return { kind: isOneLink(text) ? 'link' : 'text', text };
}

/**
 * Returns the tags that have a chip on a card: all tags except the tag of `board`, which is the board whose
 * list shows the card.
 */
export const chipsOf = ({ tags }: Pick<Message, 'tags'>, board: string | undefined) =>
  tags.filter((tag) => tag !== board);

/** Returns true if a message has neither words nor files, only hashtags (docs/product.md: Board lifetime). */
export const isOnlyHashtags = (message: Message) => shownText(message).kind === 'hashtags';

/**
 * Returns a text without those hashtags at its end that are among `tags`. The card shows each of these
 * hashtags as a chip, except the tag of the board whose list shows the card.
 */
function withoutLastHashtags(content: string, tags: readonly string[]): string {
  let end = content.trimEnd().length;
  const hashtags = content.includes('#') ? findHashtags(content) : [];
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

/**
 * Matches the beginning of an emoji that phones draw in colour: one with colour by default, such as a flag;
 * one with a variation selector (❤️); or a keycap (1️⃣).
 */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\d#*]\uFE0F?\u20E3)/u;

let graphemes: Intl.Segmenter | undefined;

function isFewEmoji(text: string): boolean {
  const solid = text.replace(/\s/g, '');
  if (solid.length > EMOJI_TEXT_MAX || !EMOJI.test(solid)) return false;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const characters = [...graphemes.segment(solid)];
  return characters.length <= LARGE_EMOJI_MAX && characters.every(({ segment }) => EMOJI.test(segment));
}

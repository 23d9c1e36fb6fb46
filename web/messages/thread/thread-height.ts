import type { Message } from '../../../src/contract/messages';
import { remSize, shareLengths } from '../../ui/lengths';
import { CARD, innerWidthOf, reactionsHeight, wordsHeight } from '../card/card-height';
import { mediaHeight } from '../card/media-layout';
import { shownText } from '../card/shown-text';
import { hasReplyDraft } from './reply-draft';
import { shownCount } from './thread-size';

const THREAD = shareLengths('thread', {
  top: 0.625,
  gap: 0.5,
  who: 1.5,
  'reply-gap': 0.25,
  between: 0.75,
  indent: 0.75,
  form: 7.5,
  'above-form': 0.375,
});
const BORDER_PX = 1;

export function estimateThreadHeight(message: Message, replies: readonly Message[], width: number): number {
  const isAnswering = hasReplyDraft(message.id);
  if (replies.length === 0 && !isAnswering) return 0;
  const rem = remSize();
  const inner = innerWidthOf(width) - THREAD.indent * rem;
  const count = shownCount(message.id, replies.length);
  const heights = replies.slice(replies.length - count).map((reply) => replyHeight(reply, inner, rem));
  const list = heights.reduce((sum, height) => sum + height, 0) + (count - 1) * THREAD.between * rem;
  const button = count < replies.length ? CARD.unfold + THREAD.gap : 0;
  const form = isAnswering ? THREAD.form + THREAD.gap + (count > 0 ? THREAD['above-form'] : 0) : 0;
  return BORDER_PX + (CARD.gap + THREAD.top + button + form) * rem + (count > 0 ? list : 0);
}

function replyHeight(reply: Message, width: number, rem: number): number {
  const { kind, text } = shownText(reply);
  const words = wordsHeight(reply, kind === 'link' ? 'text' : kind, text, width / rem);
  const media = mediaHeight(reply.media, width);
  const gap = THREAD['reply-gap'];
  // `wordsHeight` includes the gap below the text of a card, which a reply does not have
  return (
    (THREAD.who + (words && words - CARD.gap + gap) + reactionsHeight(reply, width / rem, gap)) * rem +
    (media && media + gap * rem)
  );
}

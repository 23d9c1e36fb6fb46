import type { Message } from '../../../src/contract/messages';
import { innerWidthOf, remSize, textHeight } from '../card/card-height';
import { mediaHeight } from '../card/media-layout';
import { shownText } from '../card/shown-text';
import { hasReplyDraft } from './reply-draft';
import { shownCount } from './thread-size';

const TOP = 0.5 + 0.625;
const GAP = 0.5;
const BUTTON = 1.75;
const REPLY = { who: 1.5, gap: 0.25, between: 0.75, indent: 0.75 };
const FORM = { height: 7.5, top: 0.375 };
const BORDER_PX = 1;

export function estimateThreadHeight(message: Message, replies: readonly Message[], width: number): number {
  const isAnswering = hasReplyDraft(message.id);
  if (replies.length === 0 && !isAnswering) return 0;
  const rem = remSize();
  const inner = innerWidthOf(width) - REPLY.indent * rem;
  const count = shownCount(message.id, replies.length);
  const heights = replies.slice(replies.length - count).map((reply) => replyHeight(reply, inner, rem));
  const list = heights.reduce((sum, height) => sum + height, 0) + (count - 1) * REPLY.between * rem;
  const button = count < replies.length ? BUTTON + GAP : 0;
  const form = isAnswering ? FORM.height + GAP + (count > 0 ? FORM.top : 0) : 0;
  return BORDER_PX + (TOP + button + form) * rem + (count > 0 ? list : 0);
}

function replyHeight(reply: Message, width: number, rem: number): number {
  const { kind, text } = shownText(reply);
  const words = textHeight(kind === 'link' ? 'text' : kind, text, width / rem);
  const media = mediaHeight(reply.media, width);
  // `textHeight` includes the gap below the text of a card, which a reply does not have
  return (REPLY.who + (words && words - GAP + REPLY.gap)) * rem + (media && media + REPLY.gap * rem);
}

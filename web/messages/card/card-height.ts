import { findLinks } from '../../../src/contract/links';
import type { Message } from '../../../src/contract/messages';
import { estimateCardsHeight } from '../../media/previews/card-heights';
import { reactionsOf } from '../../product/pending/reactions';
import { remSize, shareLengths } from '../../ui/lengths';
import { sortParts } from './list-rows';
import { FOLDED_LINES, isLong } from './MessageText';
import { bleeds, mediaHeight } from './media-layout';
import { chipsOf, type ShownText, shownText } from './shown-text';
import { countLines, widthOf } from './text-lines';

export const CARD = shareLengths('card', {
  top: 0.75,
  side: 1,
  bottom: 0.625,
  gap: 0.5,
  quote: 1.5,
  line: 1.5,
  'large-line': 3,
  unfold: 1.75,
  sender: 8.75,
  chip: 1.375,
  'chip-padding': 1.125 / 2,
  'chip-gap': 0.25,
  reaction: 1.75,
  row: 2,
  box: 1.75,
});
const BORDER_PX = 1;
const MENU_WIDTH = 1.75;
const REPLIES_WIDTH = 2.5;

type Estimate = { width: number; board?: string; height: number; link: number; hasLinks: boolean };
const estimates = new WeakMap<Message, Estimate>();

export function estimateCardHeight(message: Message, width: number, board?: string): number {
  const rem = remSize();
  const inner = innerWidthOf(width);
  let known = estimates.get(message);
  if (known?.width !== width || known.board !== board) {
    const bleeding = bleeds(message.media);
    const media = mediaHeight(message.media, bleeding ? width - 2 * BORDER_PX : inner);
    const { kind, text } = shownText(message);
    const heightOfText = wordsHeight(message, kind, text, inner / rem) * rem;
    const height =
      2 * BORDER_PX +
      (CARD.bottom + (bleeding && !message.quote ? 0 : CARD.top)) * rem +
      (message.quote ? CARD.quote + CARD.gap : 0) * rem +
      (media && media + CARD.gap * rem) +
      (kind === 'link' ? 0 : heightOfText) +
      reactionsHeight(message, inner / rem, CARD.gap) * rem +
      footHeight(message, board, inner / rem) * rem;
    // taken from the last estimate if there is one, because finding the links of 10,000 messages takes longer
    // than a frame
    const hasLinks = known?.hasLinks ?? findLinks(message.content).length > 0;
    known = { width, board, height, link: kind === 'link' ? heightOfText : 0, hasLinks };
    estimates.set(message, known);
  }
  const linkCards = known.hasLinks ? estimateCardsHeight(message.content, inner, CARD.gap * rem) : 0;
  return known.height + (linkCards || known.link);
}

export const innerWidthOf = (width: number) => width - 2 * BORDER_PX - 2 * CARD.side * remSize();

function textHeight(kind: ShownText['kind'], text: string, width: number): number {
  if (kind === 'none') return 0;
  if (kind === 'hashtags') return CARD.line + CARD.gap;
  if (kind === 'emoji') return countLines(text, width, 'large') * CARD['large-line'] + CARD.gap;
  if (isLong(text)) return FOLDED_LINES * CARD.line + CARD.gap + CARD.unfold + CARD.gap;
  return countLines(text, width, 'text') * CARD.line + CARD.gap;
}

const REACTION_WIDTH = 2.25;
const COUNT_WIDTH = 0.75;

/** Widths and heights in rem. */
export function reactionsHeight(message: Message, width: number, gapAfter: number): number {
  const widths = reactionsOf(message).map(({ count }) => REACTION_WIDTH + (count > 1 ? COUNT_WIDTH : 0));
  if (widths.length === 0) return 0;
  const lines = linesOfChips(widths, width);
  return lines * CARD.reaction + (lines - 1) * CARD['chip-gap'] + gapAfter;
}

function linesOfChips(widths: number[], width: number): number {
  let lines = 1;
  let used = 0;
  for (const chip of widths) {
    if (used > 0 && used + chip > width) {
      lines++;
      used = 0;
    }
    used += chip + CARD['chip-gap'];
  }
  return lines;
}

export const wordsHeight = (message: Message, kind: ShownText['kind'], text: string, width: number) =>
  message.items ? listHeight(message, text, width) : textHeight(kind, text, width);

function listHeight(message: Message, text: string, width: number): number {
  const { open, done } = sortParts(message, text);
  const rows = open.slice(0, FOLDED_LINES).map(({ item, text }) => {
    const lines = countLines(text, item === null ? width : width - CARD.box, 'text') * CARD.line;
    return item === null ? lines : lines + CARD.row - CARD.line;
  });
  const buttons = Number(open.length > FOLDED_LINES) + Number(done.length > 0);
  return rows.reduce((sum, row) => sum + row, CARD.gap) + buttons * (CARD.unfold + CARD.gap);
}

function footHeight(message: Message, board: string | undefined, width: number): number {
  const chips = chipsOf(message, board);
  if (chips.length < 2) return CARD.line;
  const isTouch = matchMedia('(hover: none)').matches;
  // on the page of a board, a touch screen shows the reply button of each card
  const hasReplyButton = message.replies > 0 || (board !== undefined && isTouch);
  const menu = isTouch ? MENU_WIDTH + CARD.gap : 0;
  const line = width - menu - (hasReplyButton ? REPLIES_WIDTH + CARD.gap : 0);
  const gap = CARD['chip-gap'];
  const widths = chips.map((tag) => Math.min(line, widthOf(`#${tag}`, 'chip') + 2 * CARD['chip-padding']));
  const inOneLine = widths.reduce((sum, chip) => sum + chip + gap, -gap);
  if (CARD.sender + CARD.gap + inOneLine <= line) return CARD.line;
  return CARD.line + linesOfChips(widths, line) * (CARD.chip + gap);
}

import { findLinks } from '../../../src/contract/links';
import type { Message } from '../../../src/contract/messages';
import { estimateCardsHeight } from '../../media/previews/card-heights';
import { isLong } from './MessageText';
import { bleeds, mediaHeight } from './media-layout';
import { chipsOf, type ShownText, shownText } from './shown-text';
import { countLines, widthOf } from './text-lines';

const BORDER_PX = 1;
const QUOTE = 1.5;
const PADDING = { top: 0.75, side: 1, bottom: 0.625 };
const GAP = 0.5;
const LINE = 1.5;
const LARGE_LINE = 3;
const FOLDED_LINES = 12;
const UNFOLD_BUTTON = 1.75;
const SENDER_MIN = 8.75;
const MENU_WIDTH = 1.75;
const REPLIES_WIDTH = 2.5;
const CHIP = { height: 1.375, padding: 1.125, gap: 0.25 };

type Estimate = {
  width: number;
  board: string | undefined;
  height: number;
  link: number;
  hasLinks: boolean;
};
const estimates = new WeakMap<Message, Estimate>();

export function estimateCardHeight(message: Message, width: number, board?: string): number {
  const rem = remSize();
  const inner = innerWidthOf(width);
  let known = estimates.get(message);
  if (known?.width !== width || known.board !== board) {
    const bleeding = bleeds(message.media);
    const media = mediaHeight(message.media, bleeding ? width - 2 * BORDER_PX : inner);
    const { kind, text } = shownText(message);
    const heightOfText = textHeight(kind, text, inner / rem) * rem;
    const height =
      2 * BORDER_PX +
      (PADDING.bottom + (bleeding && !message.quote ? 0 : PADDING.top)) * rem +
      (message.quote ? QUOTE + GAP : 0) * rem +
      (media && media + GAP * rem) +
      (kind === 'link' ? 0 : heightOfText) +
      footHeight(chipsOf(message, board), inner / rem, {
        // on the page of a board, a touch screen shows the reply button of each card
        hasReplyButton: message.replies > 0 || (board !== undefined && hoverIsMissing()),
      }) *
        rem;
    // taken from the last estimate if there is one, because finding the links of 10,000 messages takes longer
    // than a frame
    const hasLinks = known?.hasLinks ?? findLinks(message.content).length > 0;
    known = { width, board, height, link: kind === 'link' ? heightOfText : 0, hasLinks };
    estimates.set(message, known);
  }
  const linkCards = known.hasLinks ? estimateCardsHeight(message.content, inner) : 0;
  return known.height + (linkCards || known.link);
}

export const innerWidthOf = (width: number) => width - 2 * BORDER_PX - 2 * PADDING.side * remSize();

export function textHeight(kind: ShownText['kind'], text: string, width: number): number {
  if (kind === 'none') return 0;
  if (kind === 'hashtags') return LINE + GAP;
  if (kind === 'emoji') return countLines(text, width, 'large') * LARGE_LINE + GAP;
  if (isLong(text)) return FOLDED_LINES * LINE + GAP + UNFOLD_BUTTON + GAP;
  return countLines(text, width, 'text') * LINE + GAP;
}

function footHeight(
  chips: readonly string[],
  width: number,
  { hasReplyButton }: { hasReplyButton: boolean },
): number {
  if (chips.length < 2) return LINE;
  const menu = hoverIsMissing() ? MENU_WIDTH + GAP : 0;
  const line = width - menu - (hasReplyButton ? REPLIES_WIDTH + GAP : 0);
  const widths = chips.map((tag) => Math.min(line, widthOf(`#${tag}`, 'chip') + CHIP.padding));
  const inOneLine = widths.reduce((sum, chip) => sum + chip + CHIP.gap, -CHIP.gap);
  if (SENDER_MIN + GAP + inOneLine <= line) return LINE;
  let lines = 1;
  let used = 0;
  for (const chip of widths) {
    if (used > 0 && used + chip > line) {
      lines++;
      used = 0;
    }
    used += chip + CHIP.gap;
  }
  return LINE + lines * (CHIP.height + CHIP.gap);
}

let fontSize: number | undefined;
export const remSize = () =>
  (fontSize ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);

const hoverIsMissing = () => matchMedia('(hover: none)').matches;

import { type Card, findCards } from '../../src/contract/cards';
import { type EmbedKind, embedOfFinalUrl } from '../../src/contract/embeds';
import { cache } from '../product/trpc';

/**
 * Height in pixels of a card without a large thumbnail. It is the same while the card is loading, so that
 * nothing below moves.
 */
export const CARD_HEIGHT = 104;
/** Space above each card, in pixels. */
export const CARD_GAP = 8;
/** Height in pixels of the title and service below a large thumbnail, with the border of the card. */
const CAPTION_HEIGHT = 64;

/** Returns true for services whose cards have a large 16:9 thumbnail. */
export const hasThumbnail = (kind: EmbedKind) => kind === 'youtube';

/**
 * Estimates the height in pixels of the link cards of a message at this width, with the space above each
 * card.
 */
export function estimateCardsHeight(content: string, width: number): number {
  if (!/[.:]/.test(content)) return 0; // no link is without either, and most messages have none
  return findCards(content).reduce((sum, card) => sum + heightOf(card, width), 0);
}

function heightOf(card: Card, width: number): number {
  if (card.kind === 'embed')
    return (hasThumbnail(card.embed.kind) ? (width * 9) / 16 + CAPTION_HEIGHT : CARD_HEIGHT) + CARD_GAP;
  const preview = card.kind === 'link' && cache.previews.get.getData({ url: card.url });
  const hidden = preview && (preview.skip || preview.error) && !embedOfFinalUrl(preview.url);
  return hidden ? 0 : CARD_HEIGHT + CARD_GAP;
}

import { type Card, type EmbedKind, embedOfFinalUrl, findCards } from '../../src/contract/embeds';
import { cache } from '../product/trpc';

/** All cards but films' stills have one height, loading or loaded, so that nothing below them moves. In pixels. */
export const CARD_HEIGHT = 104;
export const CARD_GAP = 12;
/** Under the still of a video: its title and where it is from. */
const CAPTION_HEIGHT = 64;

/** Whose cards are led by a large still, of 16:9. */
export const hasThumbnail = (kind: EmbedKind) => kind === 'youtube';

/** The height of a message's cards at that width, with the gap above each. What is known to show nothing counts nothing. */
export function estimateCardsHeight(content: string, width: number): number {
  if (!/https?:|www\./i.test(content)) return 0;
  return findCards(content).reduce((sum, card) => sum + heightOf(card, width), 0);
}

function heightOf(card: Card, width: number): number {
  if (card.kind === 'embed')
    return (hasThumbnail(card.embed.kind) ? (width * 9) / 16 + CAPTION_HEIGHT : CARD_HEIGHT) + CARD_GAP;
  const known = card.kind === 'link' && cache.previews.get.getData({ url: card.url });
  return known && (known.skip || known.error) && !embedOfFinalUrl(known.url) ? 0 : CARD_HEIGHT + CARD_GAP;
}

import { type Card, findCards } from '../../../src/contract/cards';
import { EMBEDS, type Embed, embedOfFinalUrl } from '../../../src/contract/embeds';
import { cachedAsker } from '../../product/embeds-mode';
import { cache } from '../../product/trpc';
import { remSize as rem, shareLengths } from '../../ui/lengths';
import { hiddenPosts } from './hidden-posts';
import { pictureKind } from './picture-kind';

const LINK = shareLengths('link', { text: 5, small: 6.5, line: 2.75, 'below-frame': 2.25 });
const BORDER_PX = 1;
const PICTURE_RATIO = 1.91;

export function estimateCardsHeight(content: string, width: number, gap = 0): number {
  if (!/[.:]/.test(content)) return 0; // every link has a full stop or a colon
  return findCards(content).reduce((sum, card) => {
    const height = heightOf(card, width);
    return sum + (height && height + gap);
  }, 0);
}

function heightOf(card: Card, width: number): number {
  if (card.kind === 'embed') return heightOfEmbed(card.embed);
  if (card.kind === 'movie') {
    const movie = cache.previews.movie.getData({ imdbId: card.imdbId });
    if (!movie || !(movie.skip || movie.error))
      return movie && !movie.posterUrl ? LINK.line * rem() : heightOfLarge(width);
  }
  const preview = cache.previews.get.getData({ url: card.url });
  if (!preview) return heightOfLarge(width);
  const post = embedOfFinalUrl(preview.url);
  if (post) return heightOfEmbed(post);
  if (preview.skip || preview.error) return 0;
  const kind = pictureKind(preview);
  return kind === 'large' ? heightOfLarge(width) : (kind === 'small' ? LINK.small : LINK.line) * rem();
}

export function heightOfEmbed({ kind, url }: Embed): number {
  const { isFilm, height } = EMBEDS[kind];
  const isBox = isFilm || (cachedAsker() === null && !hiddenPosts.has(url));
  return isBox ? height + LINK['below-frame'] * rem() : LINK.small * rem();
}

const heightOfLarge = (width: number) =>
  (width - 2 * BORDER_PX) / PICTURE_RATIO + LINK.text * rem() + 2 * BORDER_PX;

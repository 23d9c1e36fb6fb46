import { type Card, findCards } from '../../../src/contract/cards';
import { EMBEDS, type Embed, embedOfFinalUrl } from '../../../src/contract/embeds';
import { cachedAsker } from '../../product/embeds-mode';
import { cache } from '../../product/trpc';
import { hiddenPosts } from './hidden-posts';
import { pictureKind } from './picture-kind';
import { frameFits } from './use-fits';

const GAP = 0.5;
const BORDER_PX = 1;
const PICTURE_RATIO = 1.91;
const TEXT = 5;
const SMALL = 6.5;
const LINE = 2.75;
const BELOW_FRAME = 2.25;

export function estimateCardsHeight(content: string, width: number): number {
  if (!/[.:]/.test(content)) return 0; // every link has a full stop or a colon
  return findCards(content).reduce((sum, card) => {
    const height = heightOf(card, width);
    return sum + (height && height + GAP * rem());
  }, 0);
}

function heightOf(card: Card, width: number): number {
  if (card.kind === 'embed') return heightOfEmbed(card.embed, width);
  if (card.kind === 'movie') {
    const movie = cache.previews.movie.getData({ imdbId: card.imdbId });
    if (!movie || !(movie.skip || movie.error))
      return movie && !movie.posterUrl ? LINE * rem() : heightOfLarge(width);
  }
  const preview = cache.previews.get.getData({ url: card.url });
  if (!preview) return heightOfLarge(width);
  const post = embedOfFinalUrl(preview.url);
  if (post) return heightOfEmbed(post, width);
  if (preview.skip || preview.error) return 0;
  const kind = pictureKind(preview);
  return kind === 'large' ? heightOfLarge(width) : (kind === 'small' ? SMALL : LINE) * rem();
}

function heightOfEmbed({ kind, url }: Embed, width: number): number {
  const { isFilm, height } = EMBEDS[kind];
  const isBox = isFilm || (cachedAsker() === null && frameFits(kind, width) && !hiddenPosts.has(url));
  return isBox ? height + BELOW_FRAME * rem() : SMALL * rem();
}

const heightOfLarge = (width: number) =>
  (width - 2 * BORDER_PX) / PICTURE_RATIO + TEXT * rem() + 2 * BORDER_PX;

let fontSize: number | undefined;
const rem = () => (fontSize ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);

import type { Preview } from '../../../src/contract/previews';

/** Smallest width of a picture that is drawn over the full width of a card, in pixels. */
const LARGE_MIN = 300;
/** Largest width of a square picture that counts as the icon of a site, in pixels. */
const ICON_MAX = 512;

/**
 * Returns how a card draws the picture of a preview. "large" means over the full width of the card. "small"
 * means beside the words, for an icon, a narrow picture or a picture of unknown size. "none" means that there
 * is no picture.
 */
export function pictureKind({
  image,
  image_width: width,
  image_height: height,
}: Pick<Preview, 'image' | 'image_width' | 'image_height'>): 'large' | 'small' | 'none' {
  if (!image) return 'none';
  if (!width || !height || width < LARGE_MIN) return 'small';
  const isSquare = Math.abs(width / height - 1) < 0.1;
  return isSquare && width <= ICON_MAX ? 'small' : 'large';
}

import type { Preview } from '../../src/contract/previews';

/** Smallest width in pixels of a picture that is drawn over the full width of a card. */
const LARGE_MIN = 300;
/** Largest width in pixels of a square picture that is taken for the icon of a site. */
const ICON_MAX = 512;

/**
 * Returns how a card draws the picture of a preview: "large" over its full width; "small" beside the words,
 * for an icon, a narrow picture or one of unknown size; or "none" if there is no picture.
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

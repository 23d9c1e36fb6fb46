import type { Preview } from '../../../src/contract/previews';

const LARGE_MIN_PX = 300;
const ICON_MAX_PX = 512;

export function pictureKind({
  image,
  image_width: width,
  image_height: height,
}: Pick<Preview, 'image' | 'image_width' | 'image_height'>): 'large' | 'small' | 'none' {
  if (!image) return 'none';
  if (!width || !height || width < LARGE_MIN_PX) return 'small';
  const isSquare = Math.abs(width / height - 1) < 0.1;
  return isSquare && width <= ICON_MAX_PX ? 'small' : 'large';
}

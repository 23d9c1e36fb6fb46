// Beside src/contract/media.ts, because browsers need these without the schemas.

/** Widths in pixels in which pictures are served, beside the stored picture itself. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * Returns the widths that are made of a picture of this width: the smaller ones, and the next larger one,
 * which is served in the picture's own width.
 */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((option) => option < width);
  return PICTURE_WIDTHS.slice(0, smaller.length + 1);
}

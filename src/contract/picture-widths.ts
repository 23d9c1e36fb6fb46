// Not in src/contract/media.ts, so that browsers can load the widths without the schemas.

/** Widths in pixels in which pictures are served, beside the stored picture itself. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * Returns the widths that are made of a picture of this width: the smaller ones, and, if there is one, the
 * first that is as large or larger. Its file has the picture's own width.
 */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((option) => option < width);
  return PICTURE_WIDTHS.slice(0, smaller.length + 1);
}

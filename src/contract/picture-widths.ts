// These widths are not in src/contract/media.ts, so that browsers can load them without the schemas.

export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * A picture is not enlarged: if the last width is larger than the picture, its file has the picture's own
 * width.
 */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((option) => option < width);
  return PICTURE_WIDTHS.slice(0, smaller.length + 1);
}

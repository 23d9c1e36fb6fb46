import * as z from 'zod/mini';

/** Widths in pixels in which pictures are served, beside the stored picture itself. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/** A file of a message, or an upload. */
export const media = z.object({
  id: z.number(),
  url: z.string(),
  type: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /**
   * Address of the picture in a smaller width: `{width}` stands for one of PICTURE_WIDTHS. Null for a file
   * that is no picture.
   */
  resized: z.nullable(z.string()),
  /**
   * Sixteen colours to show until the picture is there: four rows of four, 12 bits each, in base64. Null if
   * there are none.
   */
  placeholder: z.nullable(z.string()),
});
export type Media = z.infer<typeof media>;

/**
 * Returns the widths that are made of a picture of this width: the smaller ones, and the next larger one,
 * which is served in the picture's own width.
 */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((option) => option < width);
  return PICTURE_WIDTHS.slice(0, smaller.length + 1);
}

import * as z from 'zod/mini';

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

import * as z from 'zod/mini';
import { withExample } from './example';
import { ALT_MAX } from './limits';
import { boundedText, id } from './text';

export const media = withExample(
  z.object({
    id: z.int(),
    url: z.string(),
    type: z.string(),
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    resized: z.nullable(z.string()),
    placeholder: z.nullable(z.string()),
    alt: z.nullable(z.string()),
    words: z.nullable(z.string()),
  }),
  {
    id: 7,
    url: '/api/media/7',
    type: 'image/jpeg',
    width: 1200,
    height: 900,
    resized: '/api/media/7/{width}?v=5f2c91ab',
    placeholder: 'h5qYqsu7u7yqmIeHd2ZmVlVEREQzMzMi',
    alt: null,
    words: 'LIBRARY\nOPENING HOURS',
  },
  'A file of a message, or an upload. `resized`: address of the picture in a smaller width: `{width}` stands for one of PICTURE_WIDTHS. Null for a file that is no picture. `placeholder`: sixteen colours to show while the picture loads: four rows of four, 12 bits each, in base64. Null if there are none. `alt`: alternative text that the sender has written. Null if there is none. `words`: the first words that text recognition has found in the picture, line by line. Null if there are none.',
);
export type Media = z.infer<typeof media>;

export const describeInput = withExample(
  z.object({
    id,
    alt: boundedText(
      ALT_MAX,
      `A description can have at most ${ALT_MAX.toLocaleString('en-US')} characters.`,
    ),
  }),
  { id: 7, alt: 'A receipt of the green grocer' },
  'Alternative text of a photo. An empty string removes the stored one.',
);

const photoWord = z.object({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type PhotoWord = z.infer<typeof photoWord>;
export type PhotoWordsLine = PhotoWord[];

export const photoWords = withExample(
  z.object({ slant: z.number(), lines: z.array(z.array(photoWord)) }),
  {
    slant: 0,
    lines: [[{ text: 'LIBRARY', x: 0.4, y: 0.41, width: 0.13, height: 0.04 }]],
  },
  'The words that text recognition has found in a photo, line by line. `slant` is the number of degrees by which the words are turned clockwise about their middles.',
);
export type PhotoWords = z.infer<typeof photoWords>;

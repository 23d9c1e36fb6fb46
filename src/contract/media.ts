import * as z from 'zod/mini';
import { withCommas } from './counts';
import { objectOf, sample, withExample } from './example';
import { ALT_MAX } from './limits';
import { boundedText, id } from './text';

export const media = objectOf(
  {
    id: sample(z.int(), 7),
    url: sample(z.string(), '/api/media/7'),
    type: sample(z.string(), 'image/jpeg'),
    name: sample(z.nullable(z.string()), 'library.jpg'),
    width: sample(z.nullable(z.int()), 1200),
    height: sample(z.nullable(z.int()), 900),
    resized: sample(z.nullable(z.string()), '/api/media/7/{width}?v=5f2c91ab'),
    placeholder: sample(z.nullable(z.string()), 'h5qYqsu7u7yqmIeHd2ZmVlVEREQzMzMi'),
    alt: sample(z.nullable(z.string()), null),
    words: sample(z.nullable(z.string()), 'LIBRARY\nOPENING HOURS'),
  },
  'A file of a message, or an upload. `name`: name of the file on the device that it came from. Null if that is not known. `resized`: address of the picture in a smaller width: `{width}` stands for one of PICTURE_WIDTHS. Null for a file that is no picture. `placeholder`: sixteen colours to show while the picture loads: four rows of four, 12 bits each, in base64. Null if there are none. `alt`: alternative text that the sender has written. Null if there is none. `words`: the first words that text recognition has found in the picture, line by line. Null if there are none.',
);
export type Media = z.infer<typeof media>;
export const photoOnCard = z.omit(media, { name: true });
export type PhotoOnCard = z.infer<typeof photoOnCard>;

export const describeInput = withExample(
  z.object({
    id,
    alt: boundedText(ALT_MAX, `A description can have at most ${withCommas(ALT_MAX)} characters.`),
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

export const photoWords = objectOf(
  {
    slant: sample(z.number(), 0),
    lines: sample(z.array(z.array(photoWord)), [
      [{ text: 'LIBRARY', x: 0.4, y: 0.41, width: 0.13, height: 0.04 }],
    ]),
  },
  'The words that text recognition has found in a photo, line by line. `slant` is the number of degrees by which the words are turned clockwise about their middles.',
);
export type PhotoWords = z.infer<typeof photoWords>;

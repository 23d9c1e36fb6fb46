import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';

export const notesByMailInput = withExample(
  z.object({ board: z.optional(tagParam) }),
  {},
  'With the tag of a board, it is about the address that posts there.',
);

export const notesByMail = objectOf(
  {
    address: sample(z.nullable(z.string()), 'ann-7fk2mz4q9xwt@notes.example.org'),
  },
  'The secret address at which notes of the caller come by mail, or null if there is none.',
);
export type NotesByMail = z.infer<typeof notesByMail>;

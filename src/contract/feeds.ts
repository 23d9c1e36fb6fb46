import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';
import { QUERY_MAX } from './limits';
import { boundedText, doneWith } from './text';

export const feedInput = withExample(
  z
    .object({
      board: z.optional(tagParam),
      query: z.optional(
        z.pipe(
          z.string().check(z.trim(), z.minLength(1, 'Enter what to search for.')),
          boundedText(QUERY_MAX, `A search can have at most ${QUERY_MAX} characters.`),
        ),
      ),
    })
    .check(
      z.refine(
        ({ board, query }) => (board === undefined) !== (query === undefined),
        'Name a board or a search.',
      ),
    ),
  { board: 'food' },
  'What a feed is of: `board`, the tag of a board, or `query`, a search.',
);
export type FeedInput = z.infer<typeof feedInput>;

export const feed = objectOf(
  {
    board: sample(z.nullable(z.string()), 'food'),
    query: sample(z.nullable(z.string()), null),
    atom: sample(z.string(), 'https://tagline.example/api/feeds/3rNfXGk0R2cTq9mVYbWb7w.atom'),
    json: sample(z.string(), 'https://tagline.example/api/feeds/3rNfXGk0R2cTq9mVYbWb7w.json'),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'The secret addresses of a feed of the caller, of a board or of a search: as Atom and as JSON Feed.',
);
export type Feed = z.infer<typeof feed>;

export const feedEnded = doneWith('The feed has ended.');

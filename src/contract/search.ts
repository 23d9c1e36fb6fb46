import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';
import { page } from './messages';

export const searchInput = withExample(
  z.object({
    ...page.shape,
    q: z._default(z.string(), ''),
    board: z.optional(tagParam),
    only: z.optional(z.enum(['matches', 'similar'], 'only must be matches or similar.')),
  }),
  { q: 'ramen #food from:bob' },
  "Input of `GET /api/messages/search`. `board` is the caller's tag of the board to search. If `board` is missing, all boards of the caller are searched. `only`: `matches` for messages that have the words, `similar` for the others. If `only` is missing, similar messages follow the matches if these are few.",
);
export type SearchInput = z.infer<typeof searchInput>;

export const countFoundInput = withExample(
  z.object({ q: searchInput.shape.q, board: searchInput.shape.board }),
  {
    q: 'ramen #food from:bob',
  },
);
export type CountFoundInput = z.infer<typeof countFoundInput>;

export const foundCount = withExample(
  z.object({ count: z.int() }),
  { count: 240 },
  'Answer to the question how many messages a search finds. `count` is at most FOUND_MAX.',
);

export const embeddingProgress = objectOf(
  {
    enabled: sample(z.boolean(), true),
    model: sample(z.nullable(z.string()), 'the English model of this server'),
    answeredBy: sample(z.nullable(z.string()), 'the English model of this server'),
    running: sample(z.boolean(), true),
    embedded: sample(z.int(), 100),
    leftToWords: sample(z.int(), 3),
    waiting: sample(z.int(), 20),
    processed: sample(z.int(), 103),
    errors: sample(z.int(), 0),
    problem: sample(z.nullable(z.string()), null),
  },
  '`enabled`: true unless the search by meaning (with embeddings) is switched off. `model`: name of the preferred model, worded for use within a sentence. Null if search by meaning is off. `answeredBy`: name of the model that searches use now. Until the preferred model has embedded all messages, this may be another model. Null if searches use no model. `leftToWords`: number of messages that are found only by their words, because the model does not understand them, for example because of their language. `problem`: a sentence for operators about the last failure. Null after a success.',
);
export type EmbeddingProgress = z.infer<typeof embeddingProgress>;

export const batchEmbedAnswer = withExample(
  z.object({ processed: z.int(), errors: z.int(), message: z.string() }),
  { processed: 120, errors: 0, message: 'All messages can be found by meaning.' },
);
export type BatchEmbedAnswer = z.infer<typeof batchEmbedAnswer>;

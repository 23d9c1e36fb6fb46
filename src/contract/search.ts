import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withExample } from './example';
import { page } from './messages';

/**
 * Input of `GET /api/messages/search`. `board` is the caller's tag of the board to search. If `board` is
 * missing, all boards of the caller are searched.
 */
export const searchInput = withExample(
  z.object({
    ...page.shape,
    q: z._default(z.string(), ''),
    board: z.optional(tagParam),
  }),
  { q: 'ramen #food from:bob' },
);
export type SearchInput = z.infer<typeof searchInput>;

export const countFoundInput = withExample(
  z.object({ q: searchInput.shape.q, board: searchInput.shape.board }),
  {
    q: 'ramen #food from:bob',
  },
);
export type CountFoundInput = z.infer<typeof countFoundInput>;

/** Answer to a count of the messages that a search finds. `count` is at most FOUND_MAX. */
export const foundCount = withExample(z.object({ count: z.int() }), { count: 240 });

export const embeddingProgress = withExample(
  z.object({
    /** True unless search by meaning is switched off. */
    enabled: z.boolean(),
    /** Name of the preferred model, to be used in a sentence. Null if search by meaning is off. */
    model: z.nullable(z.string()),
    /**
     * Name of the model that searches use now. It is another model until the preferred one has embedded all
     * messages. Null if searches use none.
     */
    answeredBy: z.nullable(z.string()),
    running: z.boolean(),
    embedded: z.int(),
    /** Number of messages that the model does not understand, such as those in other languages. */
    leftToWords: z.int(),
    waiting: z.int(),
    processed: z.int(),
    errors: z.int(),
    /** A sentence for operators about the last failure. Null after a success. */
    problem: z.nullable(z.string()),
  }),
  {
    enabled: true,
    model: 'the English model of this server',
    answeredBy: 'the English model of this server',
    running: true,
    embedded: 100,
    leftToWords: 3,
    waiting: 20,
    processed: 103,
    errors: 0,
    problem: null,
  },
);
export type EmbeddingProgress = z.infer<typeof embeddingProgress>;

export const batchEmbedAnswer = withExample(
  z.object({ processed: z.int(), errors: z.int(), message: z.string() }),
  { processed: 120, errors: 0, message: 'All messages can be found by meaning.' },
);
export type BatchEmbedAnswer = z.infer<typeof batchEmbedAnswer>;

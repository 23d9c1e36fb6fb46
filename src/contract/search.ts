import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withExample } from './example';
import { page } from './messages';

/**
 * Input of `GET /api/messages/search`. `board` is the caller's tag of the board to search. Without it, all
 * boards of the caller are searched.
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
export const foundCount = withExample(z.object({ count: z.number() }), { count: 240 });

export const embeddingProgress = withExample(
  z.object({
    /** True if an embedding provider is configured. */
    enabled: z.boolean(),
    running: z.boolean(),
    embedded: z.number(),
    waiting: z.number(),
    processed: z.number(),
    errors: z.number(),
    /** A sentence for operators about the last failure. Null after a success. */
    problem: z.nullable(z.string()),
  }),
  { enabled: true, running: true, embedded: 100, waiting: 20, processed: 100, errors: 0, problem: null },
);
export type EmbeddingProgress = z.infer<typeof embeddingProgress>;

export const batchEmbedAnswer = withExample(
  z.object({ processed: z.number(), errors: z.number(), message: z.string() }),
  { processed: 120, errors: 0, message: 'All messages can be found by meaning.' },
);
export type BatchEmbedAnswer = z.infer<typeof batchEmbedAnswer>;

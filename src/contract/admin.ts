import * as z from 'zod/mini';
import { BROADCAST_MAX, USER_SEARCH_MAX } from './limits';
import { id, pageLimit, wholeNumber } from './text';

export const stats = z.object({
  totalUsers: z.number(),
  totalMessages: z.number(),
  totalSharedBoards: z.number(),
  /** Accounts made in the last seven days (spec 9). */
  recentSignups: z.number(),
});
export type Stats = z.infer<typeof stats>;

export const adminUser = z.object({
  id: z.number(),
  phoneNumber: z.string(),
  displayName: z.nullable(z.string()),
  messageCount: z.number(),
  createdAt: z.string(),
  lastActivity: z.nullable(z.string()),
});
export type AdminUser = z.infer<typeof adminUser>;

export const userSort = z.enum(['id', 'phone', 'name', 'messages', 'created', 'active']);
export type UserSort = z.infer<typeof userSort>;

/** Part of a name, or of a number in any spelling. */
const userSearch = z.optional(
  z.string().check(z.maxLength(USER_SEARCH_MAX, `Search for at most ${USER_SEARCH_MAX} characters.`)),
);

/** GET /api/admin/users: everybody, newest first; with `limit` and `offset` one page (spec 7, design 8). */
export const usersInput = z.object({
  search: userSearch,
  sort: z.optional(userSort),
  order: z.optional(z.enum(['asc', 'desc'])),
  limit: pageLimit('users'),
  offset: z.optional(wholeNumber(0, 'The offset is a whole number.')),
});
export type UsersInput = z.infer<typeof usersInput>;

export const countUsersInput = z.object({ search: userSearch });

export const removeUserInput = z.object({ id });

/** As many as are gone well before a browser gives up waiting. */
const REMOVED_MAX = 200;

/** DELETE /api/admin/users/bulk-delete (spec 5: at least one). An id given twice counts once. */
export const removeUsersInput = z.object({
  userIds: z
    .array(id, 'Select at least one user.')
    .check(
      z.minLength(1, 'Select at least one user.'),
      z.maxLength(REMOVED_MAX, `At most ${REMOVED_MAX} users can be deleted at once.`),
    ),
});

export const feedbackMessage = z.object({
  id: z.number(),
  content: z.string(),
  timestamp: z.string(),
  userId: z.number(),
  phoneNumber: z.string(),
  displayName: z.nullable(z.string()),
});
export type FeedbackMessage = z.infer<typeof feedbackMessage>;

/**
 * POST /api/admin/broadcast-sms (spec 5). Counted in UTF-16 units, as the gateway counts: what it takes as one
 * text has at most that many, and an emoji is two.
 */
export const broadcastInput = z.object({
  message: z.string('Please enter a message.').check(
    z.refine((text) => text.trim() !== '', 'Please enter a message.'),
    z.refine(
      (text) => text.length <= BROADCAST_MAX,
      `A broadcast can have at most ${BROADCAST_MAX} characters; an emoji counts as two.`,
    ),
    z.refine((text) => !text.includes('\0'), 'Text cannot contain NUL characters.'),
    z.refine((text) => text.isWellFormed(), 'Text cannot contain half a character.'),
  ),
});

export const broadcastIdInput = z.object({ id });

/** How far a broadcast has come: `successful`, `failed`, `skipped` and `remaining` are people, and all of them. */
export const broadcast = z.object({
  id: z.number(),
  message: z.string(),
  state: z.enum(['sending', 'stopped', 'done']),
  /** The gateway has taken it. */
  successful: z.number(),
  failed: z.number(),
  /** Not texted: they have opted out, cannot be reached, or it was stopped before their turn. */
  skipped: z.number(),
  /** Still to come. */
  remaining: z.number(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  sentBy: z.nullable(z.string()),
});
export type Broadcast = z.infer<typeof broadcast>;

/** What a broadcast would come to now. A text of `n` segments costs `n * people * price`. */
export const audience = z.object({
  people: z.number(),
  optedOut: z.number(),
  /** Given up, because three texts in a row did not reach them. */
  unreachable: z.number(),
  /** Segments a second, for all together. */
  pace: z.number(),
  /** What the gateway has charged for a segment lately; null while it has charged for none. */
  price: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
});
export type Audience = z.infer<typeof audience>;

/** One thing an operator should know: how it is, since when if that is a time, and what to do about it. */
export const healthCheck = z.object({
  name: z.string(),
  state: z.enum(['good', 'notice', 'bad']),
  value: z.string(),
  at: z.nullable(z.string()),
  advice: z.string(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

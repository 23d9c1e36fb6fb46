import * as z from 'zod/mini';
import { withExample } from './example';
import { BROADCAST_MAX, USER_SEARCH_MAX } from './limits';
import { done, doneWith, id, pageLimit, wholeNumber } from './text';

export const stats = withExample(
  z.object({
    totalUsers: z.int(),
    totalMessages: z.int(),
    totalSharedBoards: z.int(),
    recentSignups: z.int(),
  }),
  { totalUsers: 42, totalMessages: 1234, totalSharedBoards: 5, recentSignups: 3 },
  '`recentSignups`: accounts that were created in the past seven days.',
);
export type Stats = z.infer<typeof stats>;

export const adminUser = withExample(
  z.object({
    id: z.int(),
    phoneNumber: z.string(),
    displayName: z.nullable(z.string()),
    messageCount: z.int(),
    createdAt: z.string(),
    lastActivity: z.nullable(z.string()),
  }),
  {
    id: 1,
    phoneNumber: '+12025550111',
    displayName: 'Ann Lee',
    messageCount: 12,
    createdAt: '2026-01-31T12:00:00.000Z',
    lastActivity: null,
  },
);
export type AdminUser = z.infer<typeof adminUser>;

export const userSort = z.enum(['id', 'phone', 'name', 'messages', 'created', 'active']);
export type UserSort = z.infer<typeof userSort>;

const userSearch = z.optional(
  z.string().check(z.maxLength(USER_SEARCH_MAX, `Search for at most ${USER_SEARCH_MAX} characters.`)),
);

export const usersInput = z.object({
  search: userSearch,
  sort: z.optional(userSort),
  order: z.optional(z.enum(['asc', 'desc'])),
  limit: pageLimit('users'),
  offset: z.optional(wholeNumber(0, 'The offset is a whole number.')),
});
export type UsersInput = z.infer<typeof usersInput>;

export const countUsersInput = z.object({ search: userSearch });
export const userCount = withExample(z.object({ count: z.int() }), { count: 42 });

export const userRemoved = doneWith('User and all associated data have been removed.');

export const signInsEnded = doneWith('Ended 1 passkey, 2 sessions, 0 access tokens.');

/** A larger request could take so long that a browser stops waiting for the answer. */
const REMOVED_MAX = 200;

export const removeUsersInput = withExample(
  z.object({
    userIds: z
      .array(id, 'Select at least one user.')
      .check(
        z.minLength(1, 'Select at least one user.'),
        z.maxLength(REMOVED_MAX, `At most ${REMOVED_MAX} users can be deleted at once.`),
      ),
  }),
  { userIds: [2, 3] },
  'The ids of the users to delete, at least one. An id that is given twice counts once.',
);
export const usersRemoved = withExample(z.object({ ...done.shape, deletedCount: z.int() }), {
  success: true,
  message: '2 users deleted',
  deletedCount: 2,
});

export const feedbackMessage = withExample(
  z.object({
    id: z.int(),
    content: z.string(),
    timestamp: z.string(),
    userId: z.int(),
    phoneNumber: z.string(),
    displayName: z.nullable(z.string()),
  }),
  {
    id: 7,
    content: 'Could it remind me of things?',
    timestamp: '2026-01-31T12:00:00.000Z',
    userId: 2,
    phoneNumber: '+12025550122',
    displayName: 'Bob Ray',
  },
);
export type FeedbackMessage = z.infer<typeof feedbackMessage>;

export const broadcastInput = withExample(
  z.object({
    message: z.string('Please enter a message.').check(
      z.refine((text) => text.trim() !== '', 'Please enter a message.'),
      z.refine(
        (text) => text.length <= BROADCAST_MAX,
        `A broadcast can have at most ${BROADCAST_MAX} characters; an emoji counts as two.`,
      ),
      z.refine((text) => !text.includes('\0'), 'Text cannot contain NUL characters.'),
      z.refine((text) => text.isWellFormed(), 'Text cannot contain half a character.'),
    ),
  }),
  { message: 'You can now text photos, too.' },
  'A text message to all users. Its length is in UTF-16 units, as the gateway counts them.',
);

export const testBroadcastSent = doneWith('Test sent to your phone');

export const broadcast = withExample(
  z.object({
    id: z.int(),
    message: z.string(),
    state: z.enum(['sending', 'stopped', 'done']),
    successful: z.int(),
    failed: z.int(),
    skipped: z.int(),
    remaining: z.int(),
    createdAt: z.string(),
    endedAt: z.nullable(z.string()),
    sentBy: z.nullable(z.string()),
  }),
  {
    id: 1,
    message: 'You can now text photos, too.',
    state: 'done',
    successful: 41,
    failed: 1,
    skipped: 2,
    remaining: 0,
    createdAt: '2026-01-31T12:00:00.000Z',
    endedAt: '2026-01-31T12:00:42.000Z',
    sentBy: 'Ann Lee',
  },
  'A broadcast. Each person is counted in exactly one of `successful`, `failed`, `skipped` and `remaining`. `successful`: number of people whose text the gateway has accepted. `skipped`: number of people who were not texted, because they have opted out, cannot be reached, or were still waiting when the broadcast was stopped.',
);
export type Broadcast = z.infer<typeof broadcast>;

export const audience = withExample(
  z.object({
    people: z.int(),
    optedOut: z.int(),
    unreachable: z.int(),
    pace: z.number(),
    price: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  }),
  { people: 42, optedOut: 2, unreachable: 0, pace: 1, price: { amount: 0.0079, currency: 'USD' } },
  'An estimate of how many people a broadcast reaches and what it costs. If each text has `n` segments, the broadcast costs `n * people * price.amount`. `unreachable`: number of people who are no longer texted, because three texts in a row did not reach them. `pace`: segments that are sent each second, to all people together. `price`: recent price of one segment. Null if the gateway has not told a price recently.',
);
export type Audience = z.infer<typeof audience>;

export const failedDownload = withExample(
  z.object({
    id: z.int(),
    phoneNumber: z.string(),
    reason: z.string(),
    nextTry: z.nullable(z.string()),
    timestamp: z.string(),
  }),
  {
    id: 7,
    phoneNumber: '+1 ••• ••• 0122',
    reason: 'Twilio answered 503 for a photo.',
    nextTry: '2026-01-31T13:00:00.000Z',
    timestamp: '2026-01-31T12:00:00.000Z',
  },
  'A file of a text message that could not be downloaded from the gateway. `nextTry` is null once the server has given up.',
);
export type FailedDownload = z.infer<typeof failedDownload>;

export const downloadRetried = doneWith('The file is tried again.');

import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { BROADCAST_MAX } from './limits';
import { doneWith, id, offsetPage, userSearch } from './text';

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

export const adminUser = objectOf({
  id: sample(z.int(), 1),
  phoneNumber: sample(z.string(), '+12025550111'),
  displayName: sample(z.nullable(z.string()), 'Ann Lee'),
  messageCount: sample(z.int(), 12),
  createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  lastActivity: sample(z.nullable(z.string()), null),
});
export type AdminUser = z.infer<typeof adminUser>;

export const userSort = z.enum(['id', 'phone', 'name', 'messages', 'created', 'active']);
export type UserSort = z.infer<typeof userSort>;

export const usersInput = z.object({
  search: userSearch(),
  sort: z.optional(userSort),
  order: z.optional(z.enum(['asc', 'desc'])),
  ...offsetPage('users'),
});
export type UsersInput = z.infer<typeof usersInput>;

export const countUsersInput = z.object({ search: userSearch() });
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
export const usersRemoved = objectOf({
  ...doneWith('2 users deleted').shape,
  deletedCount: sample(z.int(), 2),
});

export const feedbackMessage = objectOf({
  id: sample(z.int(), 7),
  content: sample(z.string(), 'Could it remind me of things?'),
  timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  userId: sample(z.int(), 2),
  phoneNumber: sample(z.string(), '+12025550122'),
  displayName: sample(z.nullable(z.string()), 'Bob Ray'),
});
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

export const broadcast = objectOf(
  {
    id: sample(z.int(), 1),
    message: sample(z.string(), 'You can now text photos, too.'),
    state: sample(z.enum(['sending', 'stopped', 'done']), 'done'),
    successful: sample(z.int(), 41),
    failed: sample(z.int(), 1),
    skipped: sample(z.int(), 2),
    remaining: sample(z.int(), 0),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    endedAt: sample(z.nullable(z.string()), '2026-01-31T12:00:42.000Z'),
    sentBy: sample(z.nullable(z.string()), 'Ann Lee'),
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

export const failedDownload = objectOf(
  {
    id: sample(z.int(), 7),
    phoneNumber: sample(z.string(), '+1 ••• ••• 0122'),
    reason: sample(z.string(), 'Twilio answered 503 for a photo.'),
    nextTry: sample(z.nullable(z.string()), '2026-01-31T13:00:00.000Z'),
    timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'A file of a text message that could not be downloaded from the gateway. `nextTry` is null once the server has given up.',
);
export type FailedDownload = z.infer<typeof failedDownload>;

export const downloadRetried = doneWith('The file is tried again.');

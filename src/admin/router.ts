import { z } from 'zod';
import {
  adminUser,
  audience,
  broadcast,
  broadcastIdInput,
  broadcastInput,
  countUsersInput,
  feedbackMessage,
  healthCheck,
  removeUserInput,
  removeUsersInput,
  stats as statsShape,
  usersInput,
} from '../contract/admin';
import { page } from '../contract/messages';
import { done } from '../contract/text';
import { textingState as textingStateShape } from '../contract/texting';
import { textingState } from '../texting/health';
import { operator, router } from '../trpc';
import * as broadcasts from './broadcasts';
import { feedback } from './feedback';
import { health } from './health';
import { stats } from './stats';
import { countUsers, listUsers, removeUser, removeUsers } from './users';

const REMOVED = { success: true as const, message: 'User and all associated data have been removed.' };
const exampleBroadcast = {
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
};

export const adminRouter = router({
  stats: operator
    .meta({
      rest: 'GET /api/admin/stats',
      summary:
        'How many users, messages and shared boards there are, and who signed up in the last seven days',
      output: statsShape,
      example: { totalUsers: 42, totalMessages: 1234, totalSharedBoards: 5, recentSignups: 3 },
    })
    .query(({ ctx }) => stats(ctx.app)),

  users: operator
    .meta({
      rest: 'GET /api/admin/users',
      summary: 'All accounts, newest first; a page of them with `limit` and `offset`',
      output: z.array(adminUser),
      example: [
        {
          id: 1,
          phoneNumber: '+12025550111',
          displayName: 'Ann Lee',
          messageCount: 12,
          createdAt: '2026-01-31T12:00:00.000Z',
          lastActivity: null,
        },
      ],
    })
    .input(usersInput)
    .query(({ ctx, input }) => listUsers(ctx.app, input)),

  countUsers: operator
    .meta({
      rest: 'GET /api/admin/users/count',
      summary: 'How many accounts there are, or that a search finds',
      output: z.object({ count: z.number() }),
      example: { count: 42 },
    })
    .input(countUsersInput)
    .query(({ ctx, input }) => ({ count: countUsers(ctx.app, input.search) })),

  removeUsers: operator
    .meta({
      rest: 'DELETE /api/admin/users/bulk-delete',
      summary: 'Delete several accounts and everything that is theirs',
      output: z.object({ ...done.shape, deletedCount: z.number() }),
      example: { success: true, message: '2 users deleted', deletedCount: 2 },
      exampleInput: { userIds: [2, 3] },
    })
    .input(removeUsersInput)
    .mutation(async ({ ctx, input }) => {
      const deletedCount = await removeUsers(ctx.app, ctx.user, input.userIds);
      const message = `${deletedCount} ${deletedCount === 1 ? 'user' : 'users'} deleted`;
      return { success: true as const, message, deletedCount };
    }),

  removeUser: operator
    .meta({
      rest: 'DELETE /api/admin/users/{id}',
      summary: 'Delete an account and everything that is theirs',
      output: done,
      example: REMOVED,
    })
    .input(removeUserInput)
    .mutation(({ ctx, input }) => {
      removeUser(ctx.app, ctx.user, input.id);
      return REMOVED;
    }),

  feedback: operator
    .meta({
      rest: 'GET /api/admin/feedback',
      summary: 'What people have tagged #feedback, newest first; a page of it with `limit` and `before`',
      output: z.array(feedbackMessage),
      example: [
        {
          id: 7,
          content: 'Could it remind me of things?',
          timestamp: '2026-01-31T12:00:00.000Z',
          userId: 2,
          phoneNumber: '+12025550122',
          displayName: 'Bob Ray',
        },
      ],
    })
    .input(page)
    .query(({ ctx, input }) => feedback(ctx.app, input)),

  estimate: operator
    .meta({
      rest: 'GET /api/admin/broadcast-sms/estimate',
      summary: 'How many people a broadcast would reach now, at which pace and price',
      output: audience,
      example: {
        people: 42,
        optedOut: 2,
        unreachable: 0,
        pace: 1,
        price: { amount: 0.0079, currency: 'USD' },
      },
    })
    .query(({ ctx }) => broadcasts.audience(ctx.app)),

  testBroadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcast-sms/test',
      summary: 'Text a broadcast to the caller alone',
      output: done,
      example: { success: true, message: 'Test sent to your phone' },
      exampleInput: { message: 'You can now text photos, too.' },
    })
    .input(broadcastInput)
    .mutation(({ ctx, input }) => {
      broadcasts.test(ctx.app, ctx.user, input.message);
      return { success: true as const, message: 'Test sent to your phone' };
    }),

  broadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcast-sms',
      summary: 'Text everybody; one that takes long goes on after the answer',
      output: broadcast,
      example: exampleBroadcast,
      exampleInput: { message: 'You can now text photos, too.' },
    })
    .input(broadcastInput)
    .mutation(({ ctx, input }) => broadcasts.send(ctx.app, ctx.user, input.message)),

  broadcasts: operator
    .meta({
      rest: 'GET /api/admin/broadcasts',
      summary: 'The latest broadcasts, newest first, and how far they have come',
      output: z.array(broadcast),
      example: [exampleBroadcast],
    })
    .query(({ ctx }) => broadcasts.list(ctx.app)),

  stopBroadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcasts/{id}/stop',
      summary: 'Text nobody further',
      output: broadcast,
      example: { ...exampleBroadcast, state: 'stopped' },
    })
    .input(broadcastIdInput)
    .mutation(({ ctx, input }) => broadcasts.stop(ctx.app, ctx.user, input.id)),

  health: operator
    .meta({
      rest: 'GET /api/admin/health',
      summary: 'How the server does: texting, database, backups; each with what to do about it',
      output: z.array(healthCheck),
      example: [
        {
          name: 'Last backup',
          state: 'notice',
          value: 'None',
          at: null,
          advice: 'Set BACKUP_DIR to have one made every day.',
        },
      ],
    })
    .query(({ ctx }) => health(ctx.app)),

  texting: operator
    .meta({
      rest: 'GET /api/admin/texting',
      summary: 'When texts last came and went, what waits, what failed and why, what was spent today',
      output: textingStateShape,
      example: {
        gateway: 'twilio',
        lastTextIn: '2026-01-31T12:00:00.000Z',
        lastTextOut: '2026-01-31T12:00:01.000Z',
        waiting: 0,
        waitingSince: null,
        sentToday: 12,
        segmentsToday: 14,
        failedToday: 1,
        failures: [
          {
            phoneNumber: '+1 ••• ••• 0122',
            kind: 'notification',
            code: 30003,
            reason: 'The phone cannot be reached.',
            timestamp: '2026-01-31T11:59:00.000Z',
          },
        ],
        spentToday: [{ currency: 'USD', amount: 0.11 }],
        unpricedToday: 2,
        optedOut: 3,
        unreachable: 0,
        photosWaiting: 0,
      },
    })
    .query(({ ctx }) => textingState(ctx.app)),
});

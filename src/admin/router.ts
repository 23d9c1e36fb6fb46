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
import { withExample } from '../contract/example';
import { page } from '../contract/messages';
import { done } from '../contract/text';
import { textingState as textingStateShape } from '../contract/texting';
import { textingState } from '../texting/health';
import { answer, operator, router } from '../trpc';
import * as broadcasts from './broadcasts';
import { feedback } from './feedback';
import { health } from './health';
import { stats } from './stats';
import { countUsers, listUsers, removeUser, removeUsers } from './users';

const REMOVED = { success: true as const, message: 'User and all associated data have been removed.' };
const exampleBroadcast = {
  id: 1,
  message: 'You can now text photos, too.',
  state: 'done' as const,
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
    })
    .output(
      answer(statsShape, { totalUsers: 42, totalMessages: 1234, totalSharedBoards: 5, recentSignups: 3 }),
    )
    .query(({ ctx }) => stats(ctx.app)),

  users: operator
    .meta({
      rest: 'GET /api/admin/users',
      summary: 'All accounts, newest first; a page of them with `limit` and `offset`',
    })
    .output(
      answer(z.array(adminUser), [
        {
          id: 1,
          phoneNumber: '+12025550111',
          displayName: 'Ann Lee',
          messageCount: 12,
          createdAt: '2026-01-31T12:00:00.000Z',
          lastActivity: null,
        },
      ]),
    )
    .input(usersInput)
    .query(({ ctx, input }) => listUsers(ctx.app, input)),

  countUsers: operator
    .meta({
      rest: 'GET /api/admin/users/count',
      summary: 'How many accounts there are, or that a search finds',
    })
    .output(answer(z.object({ count: z.number() }), { count: 42 }))
    .input(countUsersInput)
    .query(({ ctx, input }) => ({ count: countUsers(ctx.app, input.search) })),

  removeUsers: operator
    .meta({
      rest: 'DELETE /api/admin/users/bulk-delete',
      summary: 'Delete several accounts and everything that is theirs',
    })
    .output(
      answer(z.object({ ...done.shape, deletedCount: z.number() }), {
        success: true,
        message: '2 users deleted',
        deletedCount: 2,
      }),
    )
    .input(withExample(removeUsersInput, { userIds: [2, 3] }))
    .mutation(async ({ ctx, input }) => {
      const deletedCount = await removeUsers(ctx.app, ctx.user, input.userIds);
      const message = `${deletedCount} ${deletedCount === 1 ? 'user' : 'users'} deleted`;
      return { success: true as const, message, deletedCount };
    }),

  removeUser: operator
    .meta({
      rest: 'DELETE /api/admin/users/{id}',
      summary: 'Delete an account and everything that is theirs',
    })
    .output(answer(done, REMOVED))
    .input(removeUserInput)
    .mutation(({ ctx, input }) => {
      removeUser(ctx.app, ctx.user, input.id);
      return REMOVED;
    }),

  feedback: operator
    .meta({
      rest: 'GET /api/admin/feedback',
      summary: 'What people have tagged #feedback, newest first; a page of it with `limit` and `before`',
    })
    .output(
      answer(z.array(feedbackMessage), [
        {
          id: 7,
          content: 'Could it remind me of things?',
          timestamp: '2026-01-31T12:00:00.000Z',
          userId: 2,
          phoneNumber: '+12025550122',
          displayName: 'Bob Ray',
        },
      ]),
    )
    .input(page)
    .query(({ ctx, input }) => feedback(ctx.app, input)),

  estimate: operator
    .meta({
      rest: 'GET /api/admin/broadcast-sms/estimate',
      summary: 'How many people a broadcast would reach now, at which pace and price',
    })
    .output(
      answer(audience, {
        people: 42,
        optedOut: 2,
        unreachable: 0,
        pace: 1,
        price: { amount: 0.0079, currency: 'USD' },
      }),
    )
    .query(({ ctx }) => broadcasts.audience(ctx.app)),

  testBroadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcast-sms/test',
      summary: 'Text a broadcast to the caller alone',
    })
    .output(answer(done, { success: true, message: 'Test sent to your phone' }))
    .input(withExample(broadcastInput, { message: 'You can now text photos, too.' }))
    .mutation(({ ctx, input }) => {
      broadcasts.sendTest(ctx.app, ctx.user, input.message);
      return { success: true as const, message: 'Test sent to your phone' };
    }),

  broadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcast-sms',
      summary: 'Text everybody; one that takes long goes on after the answer',
    })
    .output(answer(broadcast, exampleBroadcast))
    .input(withExample(broadcastInput, { message: 'You can now text photos, too.' }))
    .mutation(({ ctx, input }) => broadcasts.send(ctx.app, ctx.user, input.message)),

  broadcasts: operator
    .meta({
      rest: 'GET /api/admin/broadcasts',
      summary: 'The latest broadcasts, newest first, and how far they have come',
    })
    .output(answer(z.array(broadcast), [exampleBroadcast]))
    .query(({ ctx }) => broadcasts.list(ctx.app)),

  stopBroadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcasts/{id}/stop',
      summary: 'Text nobody further',
    })
    .output(answer(broadcast, { ...exampleBroadcast, state: 'stopped' }))
    .input(broadcastIdInput)
    .mutation(({ ctx, input }) => broadcasts.stop(ctx.app, ctx.user, input.id)),

  health: operator
    .meta({
      rest: 'GET /api/admin/health',
      summary: 'How the server does: texting, database, backups; each with what to do about it',
    })
    .output(
      answer(z.array(healthCheck), [
        {
          name: 'Last backup',
          state: 'notice',
          value: 'None',
          at: null,
          advice: 'Set BACKUP_DIR to have one made every day.',
        },
      ]),
    )
    .query(({ ctx }) => health(ctx.app)),

  texting: operator
    .meta({
      rest: 'GET /api/admin/texting',
      summary: 'When texts last came and went, what waits, what failed and why, what was spent today',
    })
    .output(
      answer(textingStateShape, {
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
      }),
    )
    .query(({ ctx }) => textingState(ctx.app)),
});

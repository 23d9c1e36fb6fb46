import { z } from 'zod';
import { notificationPreference, notificationPreferenceInput } from '../contract/notifications';
import { router, signedIn } from '../trpc';
import { preferences, setPreference } from './preferences';

export const notificationsRouter = router({
  preferences: signedIn
    .meta({
      rest: 'GET /api/notification-preferences',
      summary: 'Whether posts are texted to the caller, for each shared board they are on',
      output: z.array(notificationPreference),
      example: [{ boardId: 7, smsEnabled: 'true' }],
      versioned: true,
    })
    .query(({ ctx }) => preferences(ctx.app, ctx.user)),

  setPreference: signedIn
    .meta({
      rest: 'PUT /api/notification-preferences/{boardId}',
      summary: 'Mute a shared board, or have its posts texted again',
      output: notificationPreference,
      example: { boardId: 7, smsEnabled: 'false' },
      exampleInput: { smsEnabled: false },
    })
    .input(notificationPreferenceInput)
    .mutation(({ ctx, input }) => setPreference(ctx.app, ctx.user, input.boardId, input.smsEnabled)),
});

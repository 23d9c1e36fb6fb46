import { z } from 'zod';
import { notificationPreference, notificationPreferenceInput } from '../contract/notifications';
import { answer, router, signedIn } from '../trpc';
import { preferences, setPreference } from './preferences';

export const notificationsRouter = router({
  preferences: signedIn
    .meta({
      rest: 'GET /api/notification-preferences',
      summary: 'List for each shared board of the caller whether posts are texted to them',
      versioned: true,
    })
    .output(answer(z.array(notificationPreference)))
    .query(({ ctx }) => preferences(ctx.app, ctx.user)),

  setPreference: signedIn
    .meta({
      rest: 'PUT /api/notification-preferences/{boardId}',
      summary: 'Mute a shared board, or have its posts texted again',
    })
    .input(notificationPreferenceInput)
    .output(answer(notificationPreference))
    .mutation(({ ctx, input }) => setPreference(ctx.app, ctx.user, input.boardId, input.smsEnabled)),
});

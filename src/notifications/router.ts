import { z } from 'zod';
import { withExample } from '../contract/example';
import { notificationPreference, notificationPreferenceInput } from '../contract/notifications';
import { answer, router, signedIn } from '../trpc';
import { preferences, setPreference } from './preferences';

export const notificationsRouter = router({
  preferences: signedIn
    .meta({
      rest: 'GET /api/notification-preferences',
      summary: 'Whether posts are texted to the caller, for each shared board they are on',
      versioned: true,
    })
    .output(answer(z.array(notificationPreference), [{ boardId: 7, smsEnabled: 'true' }]))
    .query(({ ctx }) => preferences(ctx.app, ctx.user)),

  setPreference: signedIn
    .meta({
      rest: 'PUT /api/notification-preferences/{boardId}',
      summary: 'Mute a shared board, or have its posts texted again',
    })
    .output(answer(notificationPreference, { boardId: 7, smsEnabled: 'false' }))
    .input(withExample(notificationPreferenceInput, { boardId: 7, smsEnabled: false }))
    .mutation(({ ctx, input }) => setPreference(ctx.app, ctx.user, input.boardId, input.smsEnabled)),
});

import { z } from 'zod';
import { answer, router, signedIn, versioned } from '../app/trpc';
import {
  answersPostedInput,
  notificationPreference,
  notificationPreferenceInput,
} from '../contract/notifications';
import { notificationChannel, notificationChannelInput } from '../contract/push';
import { channels, preferences, setAnswersPosted, setChannel, setPreference } from './preferences';

export const notificationsRouter = router({
  preferences: versioned
    .meta({
      rest: 'GET /api/notification-preferences',
      summary: 'List for each shared board of the caller whether posts are texted to them',
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

  setAnswersPosted: signedIn
    .meta({
      rest: 'PUT /api/notification-preferences/{boardId}/answers',
      summary: 'Have texts that follow a notification about a shared board posted there, or only kept',
    })
    .input(answersPostedInput)
    .output(answer(notificationPreference))
    .mutation(({ ctx, input }) => setAnswersPosted(ctx.app, ctx.user, input)),

  channels: versioned
    .meta({
      rest: 'GET /api/notification-channels',
      summary: 'List for each shared board of the caller whether posts come as a push or as a text',
    })
    .output(answer(z.array(notificationChannel)))
    .query(({ ctx }) => channels(ctx.app, ctx.user)),

  setChannel: signedIn
    .meta({
      rest: 'PUT /api/notification-channels/{boardId}',
      summary: 'Have the posts of a shared board pushed, or texted in any case',
    })
    .input(notificationChannelInput)
    .output(answer(notificationChannel))
    .mutation(({ ctx, input }) => setChannel(ctx.app, ctx.user, input)),
});

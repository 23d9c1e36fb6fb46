import { answer, router, signedIn, versioned } from '../app/trpc';
import { firstSteps } from '../contract/first-steps';
import { profile, profileInput, storage } from '../contract/users';
import { dismissFirstSteps, readFirstSteps } from './first-steps';
import { removePhoto } from './photo';
import { readStorage } from './storage';
import { toProfile, updateProfile } from './users';

export const usersRouter = router({
  profile: versioned
    .meta({ rest: 'GET /api/profile', summary: "Get the caller's profile" })
    .output(answer(profile))
    .query(({ ctx }) => toProfile(ctx.app, ctx.user)),

  updateProfile: signedIn
    .meta({
      rest: 'PUT /api/profile',
      summary: "Set the caller's name, picture and choice about posts of other sites",
    })
    .input(profileInput)
    .output(answer(profile))
    .mutation(({ ctx, input }) => toProfile(ctx.app, updateProfile(ctx.app, ctx.user, input))),

  removePhoto: signedIn
    .meta({ rest: 'DELETE /api/profile/photo', summary: "Remove the caller's uploaded photo" })
    .output(answer(profile))
    .mutation(({ ctx }) => toProfile(ctx.app, removePhoto(ctx.app, ctx.user))),

  storage: signedIn
    .meta({
      rest: 'GET /api/profile/storage',
      summary: 'How many messages and bytes of files the caller keeps, and may keep',
    })
    .output(answer(storage))
    .query(({ ctx }) => readStorage(ctx.app, ctx.user)),

  firstSteps: versioned
    .meta({ rest: 'GET /api/profile/first-steps', summary: 'Which of the first steps the caller has taken' })
    .output(answer(firstSteps))
    .query(({ ctx }) => readFirstSteps(ctx.app, ctx.user)),

  dismissFirstSteps: signedIn
    .meta({ rest: 'DELETE /api/profile/first-steps', summary: 'Hide the first steps of the caller for good' })
    .output(answer(firstSteps))
    .mutation(({ ctx }) => dismissFirstSteps(ctx.app, ctx.user)),
});

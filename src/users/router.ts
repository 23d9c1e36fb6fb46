import { profile, profileInput } from '../contract/users';
import { answer, router, signedIn } from '../trpc';
import { toProfile, updateProfile } from './users';

export const usersRouter = router({
  profile: signedIn
    .meta({
      rest: 'GET /api/profile',
      summary: "Get the caller's profile",
      versioned: true,
    })
    .output(answer(profile))
    .query(({ ctx }) => toProfile(ctx.user)),

  updateProfile: signedIn
    .meta({
      rest: 'PUT /api/profile',
      summary: "Set the caller's name, picture and choice about posts of other sites",
    })
    .input(profileInput)
    .output(answer(profile))
    .mutation(({ ctx, input }) => toProfile(updateProfile(ctx.app, ctx.user, input))),
});

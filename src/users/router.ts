import { withExample } from '../contract/example';
import { profile, profileInput } from '../contract/users';
import { answer, router, signedIn } from '../trpc';
import { toProfile, updateProfile } from './users';

const example = {
  id: 1,
  firstName: 'Ann',
  lastName: 'Lee',
  displayName: 'Ann Lee',
  avatarUrl: null,
  phoneNumber: '+12025550111',
};

export const usersRouter = router({
  profile: signedIn
    .meta({
      rest: 'GET /api/profile',
      summary: "The caller's profile",
      versioned: true,
    })
    .output(answer(profile, example))
    .query(({ ctx }) => toProfile(ctx.user)),

  updateProfile: signedIn
    .meta({
      rest: 'PUT /api/profile',
      summary: 'Set name and picture',
    })
    .output(answer(profile, example))
    .input(withExample(profileInput, { firstName: 'Ann', lastName: 'Lee', avatarUrl: '' }))
    .mutation(({ ctx, input }) => toProfile(updateProfile(ctx.app, ctx.user, input))),
});

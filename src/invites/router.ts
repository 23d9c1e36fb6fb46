import { withExample } from '../contract/example';
import { invite, inviteInput, ownInvite as ownInviteShape, submitInviteInput } from '../contract/invites';
import { done } from '../contract/text';
import { answer, anyone, router, signedIn } from '../trpc';
import { nameOrNull } from '../users/users';
import { inviterByCode, ownInvite, submitInvite } from './invites';

const SENT = { success: true as const, message: 'Check your phone for a confirmation text' };

export const invitesRouter = router({
  mine: signedIn
    .meta({
      rest: 'GET /api/invite',
      summary: "The caller's own invite code, and the link to pass on",
    })
    .output(answer(ownInviteShape, { code: 'k3J9x_2Q', url: 'https://tagline.example/join/k3J9x_2Q' }))
    .query(({ ctx }) => ownInvite(ctx.app, ctx.user)),

  look: anyone
    .meta({
      rest: 'GET /api/invite/{code}',
      summary: "Whose invite a code is; 400 when it is nobody's",
    })
    .output(answer(invite, { inviterName: 'Ann Lee' }))
    .input(inviteInput)
    .query(({ ctx, input }) => ({ inviterName: nameOrNull(inviterByCode(ctx.app, input.code)) })),

  submit: anyone
    .meta({
      rest: 'POST /api/invite/submit',
      summary: 'Have an invite texted to a phone number; the same answer whether it has an account or not',
    })
    .output(answer(done, SENT))
    .input(withExample(submitInviteInput, { phoneNumber: '(202) 555-0122', inviteCode: 'k3J9x_2Q' }))
    .mutation(({ ctx, input }) => {
      submitInvite(ctx.app, { ...input, address: ctx.address });
      return SENT;
    }),
});

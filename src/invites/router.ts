import {
  INVITE_SENT,
  invite,
  inviteInput,
  inviteSent,
  ownInvite as ownInviteSchema,
  submitInviteInput,
} from '../contract/invites';
import { answer, anyone, router, signedIn } from '../trpc';
import { nameOrNull } from '../users/users';
import { inviterByCode, ownInvite, submitInvite } from './invites';

export const invitesRouter = router({
  mine: signedIn
    .meta({
      rest: 'GET /api/invite',
      summary: "The caller's own invite code, and the link to pass on",
    })
    .output(answer(ownInviteSchema))
    .query(({ ctx }) => ownInvite(ctx.app, ctx.user)),

  look: anyone
    .meta({
      rest: 'GET /api/invite/{code}',
      summary: "Whose invite a code is; 400 when it is nobody's",
    })
    .output(answer(invite))
    .input(inviteInput)
    .query(({ ctx, input }) => ({ inviterName: nameOrNull(inviterByCode(ctx.app, input.code)) })),

  submit: anyone
    .meta({
      rest: 'POST /api/invite/submit',
      summary: 'Have an invite texted to a phone number; the same answer whether it has an account or not',
    })
    .output(answer(inviteSent))
    .input(submitInviteInput)
    .mutation(({ ctx, input }) => {
      submitInvite(ctx.app, { ...input, address: ctx.address });
      return INVITE_SENT;
    }),
});

import { z } from 'zod';
import { answer, anyone, router, signedIn, versioned } from '../../app/trpc';
import * as shapes from '../../contract/invites';
import { nameOrNull } from '../../contract/people';
import { convertAndInviteByText, inviteByText, listBoardInvites, takeBackInvite } from './board-invites';
import { inviterByCode, ownInvite, submitInvite } from './invites';

export const invitesRouter = router({
  mine: signedIn
    .meta({ rest: 'GET /api/invite', summary: "The caller's own invite code, and the link to pass on" })
    .output(answer(shapes.ownInvite))
    .query(({ ctx }) => ownInvite(ctx.app, ctx.user)),

  look: anyone
    .meta({ rest: 'GET /api/invite/{code}', summary: "Whose invite a code is; 400 when it is nobody's" })
    .output(answer(shapes.invite))
    .input(shapes.inviteInput)
    .query(({ ctx, input }) => ({ inviterName: nameOrNull(inviterByCode(ctx.app, input.code)) })),

  submit: anyone
    .meta({
      rest: 'POST /api/invite/submit',
      summary: 'Have an invite texted to a phone number; the same answer whether it has an account or not',
    })
    .output(answer(shapes.inviteSent))
    .input(shapes.submitInviteInput)
    .mutation(({ ctx, input }) => {
      submitInvite(ctx.app, { ...input, address: ctx.address });
      return shapes.INVITE_SENT;
    }),

  toBoard: signedIn
    .meta({
      rest: 'POST /api/shared-boards/{name}/invite-by-text',
      summary: 'Text an invitation to a board that the caller owns to a number without an account',
    })
    .input(shapes.boardInviteInput)
    .output(answer(shapes.boardInviteSent))
    .mutation(({ ctx, input }) => inviteByText(ctx.app, ctx.user, input.name, input.phoneNumber)),

  convertAndInvite: signedIn
    .meta({
      rest: 'POST /api/private-boards/{name}/convert-and-invite-by-text',
      summary:
        'Convert a private board to a shared board and text an invitation to a number without an account',
    })
    .input(shapes.boardInviteInput)
    .output(answer(shapes.boardInviteSent))
    .mutation(({ ctx, input }) => convertAndInviteByText(ctx.app, ctx.user, input.name, input.phoneNumber)),

  ofBoard: versioned
    .meta({
      rest: 'GET /api/shared-boards/{name}/invites',
      summary: 'List the invitations by text to a board that the caller owns, newest first',
    })
    .input(shapes.boardInvitesInput)
    .output(answer(z.array(shapes.boardInvite)))
    .query(({ ctx, input }) => listBoardInvites(ctx.app, ctx.user, input.name)),

  takeBack: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}/invites/{inviteId}',
      summary: 'Take back an invitation by text to a board that the caller owns',
    })
    .input(shapes.takeBackInput)
    .output(answer(shapes.inviteTakenBack))
    .mutation(({ ctx, input }) => takeBackInvite(ctx.app, ctx.user, input.boardId, input.inviteId)),
});

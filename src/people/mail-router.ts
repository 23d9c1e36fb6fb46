import { answer, router, signedIn, versioned } from '../app/trpc';
import { byMailInput, mailAddressInput, mailAsked, mailSettings } from '../contract/mail';
import { proven } from './auth/proof';
import { askToConfirm, readMailSettings, removeAddress, setByMail } from './mail-address';

export const mailRouter = router({
  get: versioned
    .meta({ rest: 'GET /api/mail', summary: 'Whether notices come to the caller by mail, and where' })
    .output(answer(mailSettings))
    .query(({ ctx }) => readMailSettings(ctx.app, ctx.user)),

  setAddress: proven
    .meta({
      rest: 'POST /api/mail/address',
      summary: 'Send a link to a mail address, by which its owner confirms it for notices to the caller',
      status: 201,
    })
    .input(mailAddressInput)
    .output(answer(mailAsked))
    .mutation(({ ctx, input }) => askToConfirm(ctx.app, ctx.user, input.address)),

  setByMail: signedIn
    .meta({ rest: 'PUT /api/mail', summary: 'Get notifications, digests and reminders by mail, or by text' })
    .input(byMailInput)
    .output(answer(mailSettings))
    .mutation(({ ctx, input }) => setByMail(ctx.app, ctx.user, input.byMail)),

  removeAddress: signedIn
    .meta({ rest: 'DELETE /api/mail/address', summary: 'Forget the mail address of the caller' })
    .output(answer(mailSettings))
    .mutation(({ ctx }) => removeAddress(ctx.app, ctx.user)),
});

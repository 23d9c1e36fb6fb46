import type { App } from '../app/app';
import { answer, anyone, mergeRouters, router } from '../app/trpc';
import { importsRouter } from '../archive/router';
import { feedsRouter } from '../boards/feeds-router';
import { invitesRouter } from '../boards/invites/router';
import { notesByMailRouter } from '../boards/notes-by-mail-router';
import { pagesRouter } from '../boards/pages/router';
import { boardsRouter } from '../boards/router';
import { product } from '../contract/product';
import { previewsRouter } from '../media/previews/router';
import { mediaRouter } from '../media/router';
import { accountsRouter, phoneRouter } from '../messages/account-router';
import { hooksRouter } from '../messages/hooks/router';
import { remindersRouter, timeZoneRouter } from '../messages/reminders/router';
import { boardMessagesRouter, messagesRouter } from '../messages/router';
import { digestsRouter } from '../notices/digests/router';
import { eveningRouter } from '../notices/evening/router';
import { notificationsRouter } from '../notices/router';
import { backupsRouter } from '../operators/backup/router';
import { adminRouter } from '../operators/router';
import { signInByTextRouter } from '../people/auth/by-text-router';
import { passkeysRouter } from '../people/auth/passkeys-router';
import { programsRouter } from '../people/auth/programs-router';
import { proofRouter } from '../people/auth/proof-router';
import { providerRouter } from '../people/auth/provider/router';
import { authRouter } from '../people/auth/router';
import { tokensRouter } from '../people/auth/tokens-router';
import { hasPasskeys } from '../people/auth/webauthn';
import { mailRouter } from '../people/mail-router';
import { pushRouter } from '../people/push-router';
import { usersRouter } from '../people/router';
import { searchRouter } from '../search/router';
import { listPhones } from '../texting/demo/own-phones';
import { demoRouter } from '../texting/demo/router';
import { simulatorRouter } from '../texting/router';

const productRouter = router({
  get: anyone
    .meta({ rest: 'GET /api/product', summary: 'The name of this server and the number to text' })
    .output(answer(product))
    .query(({ ctx, ctx: { app } }) => productOf(app, app.simulatorUrl === null ? [] : listPhones(ctx))),
});

function productOf(app: App, phones: ReturnType<typeof listPhones>) {
  return {
    name: app.config.productName,
    phoneNumber: app.config.phoneNumber,
    gateway: app.sms.kind,
    url: app.publicUrl,
    signUp: app.config.signUp,
    signInByText: app.config.signInByText,
    passkeys: hasPasskeys(app) && !app.config.demo,
    provider: app.config.oidc?.name ?? null,
    mail: app.config.mail !== null,
    embeds: app.config.embeds,
    // Litestream deletes what is older once a day
    copiesDays: app.config.replica.target && app.config.replica.days + 1,
    simulatorUrl: phones.length > 0 ? app.simulatorUrl : null,
    testPhones: phones.map(({ phone, name }) => ({ phone, name })),
    demo: app.config.demo !== null,
  };
}

const routers = {
  auth: mergeRouters(authRouter, accountsRouter),
  proof: proofRouter,
  phone: phoneRouter,
  passkeys: passkeysRouter,
  tokens: tokensRouter,
  programs: programsRouter,
  users: mergeRouters(usersRouter, timeZoneRouter),
  messages: messagesRouter,
  media: mediaRouter,
  boards: mergeRouters(boardsRouter, boardMessagesRouter),
  backups: backupsRouter,
  pages: pagesRouter,
  notifications: notificationsRouter,
  push: pushRouter,
  notesByMail: notesByMailRouter,
  digests: digestsRouter,
  evening: eveningRouter,
  feeds: feedsRouter,
  hooks: hooksRouter,
  reminders: remindersRouter,
  mail: mailRouter,
  previews: previewsRouter,
  search: searchRouter,
  imports: importsRouter,
  invites: invitesRouter,
  admin: adminRouter,
  product: productRouter,
};

export const mainRouter = ({ config }: App) =>
  router({
    ...routers,
    ...(config.signInByText && { signInByText: signInByTextRouter }),
    ...(config.oidc && { provider: providerRouter }),
    ...((config.simulatorExposed || config.demo) && { simulator: simulatorRouter }),
    ...(config.demo && { demo: demoRouter }),
  });

export const simulatorPortRouter = router({ simulator: simulatorRouter, product: productRouter });

export const appRouter = router({
  ...routers,
  signInByText: signInByTextRouter,
  provider: providerRouter,
  simulator: simulatorRouter,
  demo: demoRouter,
});

export type AppRouter = typeof appRouter;

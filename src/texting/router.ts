import { z } from 'zod';
import { answer, anyone, router } from '../app/trpc';
import * as shapes from '../contract/simulator';
import { listPhones, listTextsOf, sendFrom } from './demo/own-phones';
import { deliveryOf, listMails, releaseHeldTexts, setDelivery } from './simulator';

/** These procedures need no session, so not every port serves them (docs/product/lines.md: Simulator). */
export const simulatorRouter = router({
  texts: anyone
    .meta({
      rest: 'GET /api/simulator/texts',
      summary: 'Texts in both directions, newest first (at the address of the phone simulator)',
    })
    .output(answer(z.array(shapes.simulatedText)))
    .input(shapes.simulatedTextsInput)
    .query(({ ctx, input }) => listTextsOf(ctx, input.phone)),

  send: anyone
    .meta({
      rest: 'POST /api/simulator/texts',
      summary: 'Text the product from a simulated phone (at the address of the phone simulator)',
      status: 201,
    })
    .output(answer(shapes.simulatedText))
    .input(shapes.simulatedTextInput)
    .mutation(({ ctx, input }) => sendFrom(ctx, input)),

  release: anyone
    .meta({
      rest: 'POST /api/simulator/release',
      summary:
        'Hand over texts that were sent with `held`, in their order or reversed (at the address of the phone simulator)',
    })
    .output(answer(shapes.releaseAnswer))
    .input(shapes.releaseInput)
    .mutation(({ ctx, input }) => releaseHeldTexts(ctx.app, input)),

  delivery: anyone
    .meta({
      rest: 'GET /api/simulator/delivery',
      summary: 'How the carrier delivers to a phone (at the address of the phone simulator)',
    })
    .output(answer(shapes.phoneDelivery))
    .input(shapes.deliveryOfInput)
    .query(({ ctx, input }) => deliveryOf(ctx.app, input.phone)),

  setDelivery: anyone
    .meta({
      rest: 'POST /api/simulator/delivery',
      summary:
        'How the carrier delivers to a phone: normal, slow, failing or unreachable (at the address of the phone simulator)',
    })
    .output(answer(shapes.phoneDelivery))
    .input(shapes.deliveryInput)
    .mutation(({ ctx, input }) => setDelivery(ctx.app, input)),

  mails: anyone
    .meta({
      rest: 'GET /api/simulator/mails',
      summary: 'Mails to the owner of a phone, newest first (at the address of the phone simulator)',
    })
    .output(answer(z.array(shapes.simulatedMail)))
    .input(shapes.deliveryOfInput)
    .query(({ ctx, input }) => listMails(ctx.app, input.phone)),

  sendMail: anyone
    .meta({
      rest: 'POST /api/simulator/mails',
      summary:
        'Mail a note as the owner of a phone, to their secret address (at the address of the phone simulator)',
      status: 201,
    })
    .output(answer(shapes.simulatedMailSent))
    .input(shapes.simulatedMailInput)
    .mutation(async ({ ctx, input }) => (await import('./mail/simulated')).sendSimulatedMail(ctx.app, input)),

  phones: anyone
    .meta({
      rest: 'GET /api/simulator/phones',
      summary: 'The test numbers that stand ready (at the address of the phone simulator)',
    })
    .output(answer(z.array(shapes.testPhone)))
    .query(({ ctx }) => listPhones(ctx)),
});

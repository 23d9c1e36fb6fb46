import { z } from 'zod';
import {
  deliveryInput,
  deliveryOfInput,
  phoneDelivery,
  releaseAnswer,
  releaseInput,
  simulatedText,
  simulatedTextInput,
  simulatedTextsInput,
  testPhone,
} from '../contract/simulator';
import { notFound } from '../errors';
import { answer, anyone, router } from '../trpc';
import {
  deliveryOf,
  listTestPhones,
  listTexts,
  releaseHeldTexts,
  sendFromPhone,
  setDelivery,
} from './simulator';

/** Procedure that throws NOT_FOUND unless the gateway is the simulator. */
const simulated = anyone.use(({ ctx, next }) => {
  if (!ctx.app.sms.simulated) throw notFound('Simulator');
  return next();
});

export const simulatorRouter = router({
  texts: simulated
    .meta({
      rest: 'GET /api/simulator/texts',
      summary: 'Texts in both directions, newest first (simulator gateway only)',
    })
    .output(answer(z.array(simulatedText)))
    .input(simulatedTextsInput)
    .query(({ ctx, input }) => listTexts(ctx.app, input.phone)),

  send: simulated
    .meta({
      rest: 'POST /api/simulator/texts',
      summary: 'Text the product from a simulated phone (simulator gateway only)',
      status: 201,
    })
    .output(answer(simulatedText))
    .input(simulatedTextInput)
    .mutation(({ ctx, input }) => sendFromPhone(ctx.app, input)),

  release: simulated
    .meta({
      rest: 'POST /api/simulator/release',
      summary:
        'Hand over texts that were sent with `held`, in their order or reversed (simulator gateway only)',
    })
    .output(answer(releaseAnswer))
    .input(releaseInput)
    .mutation(({ ctx, input }) => releaseHeldTexts(ctx.app, input)),

  delivery: simulated
    .meta({
      rest: 'GET /api/simulator/delivery',
      summary: 'How the carrier delivers to a phone (simulator gateway only)',
    })
    .output(answer(phoneDelivery))
    .input(deliveryOfInput)
    .query(({ ctx, input }) => deliveryOf(ctx.app, input.phone)),

  setDelivery: simulated
    .meta({
      rest: 'POST /api/simulator/delivery',
      summary:
        'How the carrier delivers to a phone: normal, slow, failing or unreachable (simulator gateway only)',
    })
    .output(answer(phoneDelivery))
    .input(deliveryInput)
    .mutation(({ ctx, input }) => setDelivery(ctx.app, input)),

  phones: simulated
    .meta({
      rest: 'GET /api/simulator/phones',
      summary: 'The test numbers that stand ready (simulator gateway only)',
    })
    .output(answer(z.array(testPhone)))
    .query(({ ctx }) => listTestPhones(ctx.app)),
});

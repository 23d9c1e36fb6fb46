import { z } from 'zod';
import { withExample } from '../contract/example';
import {
  deliveryAnswer,
  deliveryInput,
  deliveryOfInput,
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

const example = {
  id: 1,
  phone: '+12025550111',
  direction: 'inbound' as const,
  body: 'Try the ramen place #food',
  media: [],
  state: 'delivered' as const,
  timestamp: '2026-01-31T12:00:00.000Z',
};

/** The simulator's doors are there only with its gateway, whatever is asked. */
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
    .output(answer(z.array(simulatedText), [example]))
    .input(simulatedTextsInput)
    .query(({ ctx, input }) => listTexts(ctx.app, input.phone)),

  send: simulated
    .meta({
      rest: 'POST /api/simulator/texts',
      summary: 'Text the product from a simulated phone (simulator gateway only)',
      status: 201,
    })
    .output(answer(simulatedText, example))
    .input(withExample(simulatedTextInput, { from: '+12025550111', body: 'Try the ramen place #food' }))
    .mutation(({ ctx, input }) => sendFromPhone(ctx.app, input)),

  release: simulated
    .meta({
      rest: 'POST /api/simulator/release',
      summary:
        'Hand over texts that were sent with `held`, in their order or reversed (simulator gateway only)',
    })
    .output(answer(releaseAnswer, { released: 2 }))
    .input(withExample(releaseInput, { phone: '+12025550111', order: 'reversed' }))
    .mutation(({ ctx, input }) => ({ released: releaseHeldTexts(ctx.app, input) })),

  delivery: simulated
    .meta({
      rest: 'GET /api/simulator/delivery',
      summary: 'How the carrier delivers to a phone (simulator gateway only)',
    })
    .output(answer(deliveryAnswer, { phone: '+12025550111', delivery: 'normal' }))
    .input(withExample(deliveryOfInput, { phone: '+12025550111' }))
    .query(({ ctx, input }) => deliveryOf(ctx.app, input.phone)),

  setDelivery: simulated
    .meta({
      rest: 'POST /api/simulator/delivery',
      summary:
        'How the carrier delivers to a phone: normal, slow, failing or unreachable (simulator gateway only)',
    })
    .output(answer(deliveryAnswer, { phone: '+12025550111', delivery: 'slow' }))
    .input(withExample(deliveryInput, { phone: '+12025550111', delivery: 'slow' }))
    .mutation(({ ctx, input }) => setDelivery(ctx.app, input.phone, input.delivery)),

  phones: simulated
    .meta({
      rest: 'GET /api/simulator/phones',
      summary: 'The test numbers that stand ready (simulator gateway only)',
    })
    .output(answer(z.array(testPhone), [{ phone: '+12025550111', name: 'Ann', operator: true }]))
    .query(({ ctx }) => listTestPhones(ctx.app)),
});

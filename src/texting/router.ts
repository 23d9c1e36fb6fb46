import { z } from 'zod';
import {
  deliveryAnswer,
  deliveryInput,
  deliveryOfInput,
  released,
  releaseInput,
  simulatedText,
  simulatedTextInput,
  simulatedTextsInput,
  testPhone,
} from '../contract/simulator';
import { anyone, router } from '../trpc';
import { deliveryTo, release, setDelivery, testPhones, textFrom, texts } from './simulator';

const example = {
  id: 1,
  phone: '+12025550111',
  direction: 'inbound' as const,
  body: 'Try the ramen place #food',
  media: [],
  state: 'delivered' as const,
  timestamp: '2026-01-31T12:00:00.000Z',
};

export const simulatorRouter = router({
  texts: anyone
    .meta({
      rest: 'GET /api/simulator/texts',
      summary: 'Texts in both directions, newest first (simulator gateway only)',
      output: z.array(simulatedText),
      example: [example],
    })
    .input(simulatedTextsInput)
    .query(({ ctx, input }) => texts(ctx.app, input.phone)),

  send: anyone
    .meta({
      rest: 'POST /api/simulator/texts',
      summary: 'Text the product from a simulated phone (simulator gateway only)',
      output: simulatedText,
      status: 201,
      example,
      exampleInput: { from: '+12025550111', body: 'Try the ramen place #food' },
    })
    .input(simulatedTextInput)
    .mutation(({ ctx, input }) => textFrom(ctx.app, input)),

  release: anyone
    .meta({
      rest: 'POST /api/simulator/release',
      summary:
        'Hand over texts that were sent with `held`, in their order or reversed (simulator gateway only)',
      output: released,
      example: { released: 2 },
      exampleInput: { phone: '+12025550111', order: 'reversed' },
    })
    .input(releaseInput)
    .mutation(({ ctx, input }) => ({ released: release(ctx.app, input) })),

  delivery: anyone
    .meta({
      rest: 'GET /api/simulator/delivery',
      summary: 'How the carrier delivers to a phone (simulator gateway only)',
      output: deliveryAnswer,
      example: { phone: '+12025550111', delivery: 'normal' },
      exampleInput: { phone: '+12025550111' },
    })
    .input(deliveryOfInput)
    .query(({ ctx, input }) => deliveryTo(ctx.app, input.phone)),

  setDelivery: anyone
    .meta({
      rest: 'POST /api/simulator/delivery',
      summary:
        'How the carrier delivers to a phone: normal, slow, failing or unreachable (simulator gateway only)',
      output: deliveryAnswer,
      example: { phone: '+12025550111', delivery: 'slow' },
      exampleInput: { phone: '+12025550111', delivery: 'slow' },
    })
    .input(deliveryInput)
    .mutation(({ ctx, input }) => setDelivery(ctx.app, input.phone, input.delivery)),

  phones: anyone
    .meta({
      rest: 'GET /api/simulator/phones',
      summary: 'The test numbers that stand ready (simulator gateway only)',
      output: z.array(testPhone),
      example: [{ phone: '+12025550111', name: 'Ann', operator: true }],
    })
    .query(({ ctx }) => testPhones(ctx.app)),
});

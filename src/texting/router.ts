import { z } from 'zod';
import { simulatedText, simulatedTextInput, simulatedTextsInput, testPhone } from '../contract/simulator';
import { anyone, router } from '../trpc';
import { testPhones, textFrom, texts } from './simulator';

const example = {
  id: 1,
  phone: '+12025550111',
  direction: 'inbound' as const,
  body: 'Try the ramen place #food',
  media: [],
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

  phones: anyone
    .meta({
      rest: 'GET /api/simulator/phones',
      summary: 'The test numbers that stand ready (simulator gateway only)',
      output: z.array(testPhone),
      example: [{ phone: '+12025550111', name: 'Ann', operator: true }],
    })
    .query(({ ctx }) => testPhones(ctx.app)),
});

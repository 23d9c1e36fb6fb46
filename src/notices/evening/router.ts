import { answer, router, signedIn, versioned } from '../../app/trpc';
import { eveningEnded, eveningInput, eveningQuestion } from '../../contract/evening';
import { endEvening, findEvening, setEvening } from './evening';

export const eveningRouter = router({
  get: versioned
    .meta({
      rest: 'GET /api/evening-question',
      summary: 'When the caller is asked each day what to remember of it; null if not',
    })
    .output(answer(eveningQuestion))
    .query(({ ctx }) => findEvening(ctx.app, ctx.user)),

  set: signedIn
    .meta({
      rest: 'PUT /api/evening-question',
      summary: 'Be asked by text each day what to remember of it; the answer is put on a board',
    })
    .input(eveningInput)
    .output(answer(eveningQuestion))
    .mutation(({ ctx, input }) => setEvening(ctx.app, ctx.user, input)),

  end: signedIn
    .meta({ rest: 'DELETE /api/evening-question', summary: 'Be asked no more' })
    .output(answer(eveningEnded))
    .mutation(({ ctx }) => endEvening(ctx.app, ctx.user)),
});

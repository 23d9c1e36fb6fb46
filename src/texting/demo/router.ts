import { answer, browserOnly, router } from '../../app/trpc';
import { verifyAnswer } from '../../contract/auth';
import { demoState } from '../../contract/demo';
import { readDemo, startVisit } from './visit';

export const demoRouter = router({
  state: browserOnly
    .meta({ rest: 'GET /api/demo', summary: "When the caller's visit of the demo ends (with `DEMO`)" })
    .output(answer(demoState))
    .query(({ ctx }) => readDemo(ctx)),

  start: browserOnly
    .meta({
      rest: 'POST /api/demo',
      summary: 'Begin a visit of the demo, with phones and boards of its own, and sign in (with `DEMO`)',
    })
    .output(answer(verifyAnswer))
    .mutation(({ ctx }) => startVisit(ctx)),
});

import { answer, router, signedIn } from '../app/trpc';
import { importJob, importList, importRemoved, startImportInput } from '../contract/imports';
import { idInput } from '../contract/text';
import { getJob, listJobs, removeJob, startJob, undoJob } from './jobs';

export const importsRouter = router({
  list: signedIn
    .meta({ rest: 'GET /api/import', summary: "The caller's latest imports, and what can be imported" })
    .output(answer(importList))
    .query(({ ctx }) => listJobs(ctx.app, ctx.user)),

  get: signedIn
    .meta({
      rest: 'GET /api/import/{id}',
      summary: "The progress or the result of one of the caller's imports",
    })
    .input(idInput)
    .output(answer(importJob))
    .query(({ ctx, input }) => getJob(ctx.app, ctx.user, input.id)),

  start: signedIn
    .meta({
      rest: 'POST /api/import/{id}',
      summary:
        'Start an import that was looked at, with the conversations to import and a tag for notes without one',
    })
    .input(startImportInput)
    .output(answer(importJob))
    .mutation(({ ctx, input }) => startJob(ctx.app, ctx.user, input)),

  undo: signedIn
    .meta({
      rest: 'POST /api/import/{id}/undo',
      summary: 'Take back an import of the last day: delete what it has added',
    })
    .input(idInput)
    .output(answer(importJob))
    .mutation(({ ctx, input }) => undoJob(ctx.app, ctx.user, input.id)),

  remove: signedIn
    .meta({
      rest: 'DELETE /api/import/{id}',
      summary: 'Stop an import that runs, or remove one from the list',
    })
    .input(idInput)
    .output(answer(importRemoved))
    .mutation(({ ctx, input }) => removeJob(ctx.app, ctx.user, input.id)),
});

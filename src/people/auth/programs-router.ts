import { answer, router, sessionOnly } from '../../app/trpc';
import { allowedProgram, allowProgramInput, askingProgram, programRequest } from '../../contract/programs';
import { allowProgram, lookAtProgram } from './programs';
import { proven } from './proof';

export const programsRouter = router({
  look: sessionOnly
    .meta({
      rest: 'GET /api/programs/request',
      summary: 'Tell which program asks to act for the caller (OAuth)',
    })
    .input(programRequest)
    .output(answer(askingProgram))
    .query(({ ctx, input }) => lookAtProgram(ctx.app, ctx.user, input)),

  allow: proven
    .meta({
      rest: 'POST /api/programs',
      summary: 'Let a program act for the caller, and get the address that tells it so',
      status: 201,
      limit: 'access token by a person a day',
    })
    .input(allowProgramInput)
    .output(answer(allowedProgram))
    .mutation(({ ctx, input }) => allowProgram(ctx.app, ctx.user, input, ctx)),
});

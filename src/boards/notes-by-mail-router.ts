import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { answer, router, sessionOnly } from '../app/trpc';
import * as shapes from '../contract/notes-by-mail';
import { proven } from '../people/auth/proof';
import { type Board, requireBoard } from './boards';
import { endMailAddress, mailAddress, renewMailAddress } from './mail-addresses';

export const notesByMailRouter = router({
  address: sessionOnly
    .meta({
      rest: 'GET /api/notes-by-mail',
      summary: 'Get the secret address for notes by mail, of the caller or for a board',
    })
    .input(shapes.notesByMailInput)
    .output(answer(shapes.notesByMail))
    .query(({ ctx, input }) => toAnswer(ctx.app, ctx.user, boardOf(ctx, input))),

  renew: proven
    .meta({
      rest: 'POST /api/notes-by-mail',
      summary: 'Make a secret address for notes by mail; the one before ends',
    })
    .input(shapes.notesByMailInput)
    .output(answer(shapes.notesByMail))
    .mutation(({ ctx, input }) => {
      const board = boardOf(ctx, input);
      renewMailAddress(ctx.app, ctx.user, board, ctx);
      return toAnswer(ctx.app, ctx.user, board);
    }),

  end: sessionOnly
    .meta({ rest: 'DELETE /api/notes-by-mail', summary: 'End a secret address for notes by mail' })
    .input(shapes.notesByMailInput)
    .output(answer(shapes.notesByMail))
    .mutation(({ ctx, input }) => {
      const board = boardOf(ctx, input);
      endMailAddress(ctx.app, ctx.user, board);
      return toAnswer(ctx.app, ctx.user, board);
    }),
});

const boardOf = ({ app, user }: { app: App; user: User }, { board }: { board?: string | undefined }) =>
  board ? requireBoard(app, user, board) : null;

const toAnswer = (app: App, user: User, board: Board | null): shapes.NotesByMail => ({
  address: mailAddress(app, user, board),
});

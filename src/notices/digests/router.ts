import { z } from 'zod';
import { answer, router, signedIn, versioned } from '../../app/trpc';
import { digest, digestEnded, digestInput, endDigestInput } from '../../contract/digests';
import { endDigest, listDigests, setDigest } from './digests';

export const digestsRouter = router({
  list: versioned
    .meta({
      rest: 'GET /api/digests',
      summary: 'List when the caller gets one text with what is new, instead of one for each post',
    })
    .output(answer(z.array(digest)))
    .query(({ ctx }) => listDigests(ctx.app, ctx.user)),

  set: signedIn
    .meta({
      rest: 'PUT /api/digests',
      summary:
        'Get one text a day or a week about all shared boards, or about one, instead of one for each post',
    })
    .input(digestInput)
    .output(answer(digest))
    .mutation(({ ctx, input }) => setDigest(ctx.app, ctx.user, input)),

  end: signedIn
    .meta({ rest: 'DELETE /api/digests', summary: 'End the digest of all shared boards, or of one' })
    .input(endDigestInput)
    .output(answer(digestEnded))
    .mutation(({ ctx, input }) => endDigest(ctx.app, ctx.user, input.boardId)),
});

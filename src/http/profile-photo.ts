import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { answer } from '../app/trpc';
import { profile } from '../contract/users';
import { AVATAR_SIDE } from '../media/previews/avatars';
import { squarePicture } from '../media/square';
import { UnreadablePicture } from '../media/storing';
import { setPhoto } from '../people/photo';
import { toProfile } from '../people/users';
import { toCall } from './calls';
import { receiveFiles } from './uploads';

export const PHOTO_CALL = toCall({
  name: 'users.setPhoto',
  type: 'mutation',
  meta: {
    rest: 'POST /api/profile/photo',
    summary: "Set the caller's picture to an uploaded photo, of which the square in the middle is kept",
    signedIn: true,
  },
  input: z.object({ photo: z.file() }),
  answer: answer(profile),
  takes: 'multipart/form-data',
  handle: receivePhoto,
});

function receivePhoto(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  return receiveFiles(app, request, server, async (user, [photo, ...others]) => {
    if (!photo || others.length > 0) throw new VisibleError('BAD_REQUEST', 'Send one photo.');
    chargeRateLimits(app, { 'file from a person a day': user.id });
    const square = await squarePicture(new Uint8Array(await photo.arrayBuffer()), AVATAR_SIDE);
    if (!square) throw new UnreadablePicture();
    return { body: toProfile(setPhoto(app, user, square)), status: 200 };
  });
}

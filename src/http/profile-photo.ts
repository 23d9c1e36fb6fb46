import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { answer } from '../app/trpc';
import { profile } from '../contract/users';
import { askForPicture, inPictureTurn, isUnreadable, toPicture } from '../media/picture-cage';
import { AVATAR_SIDE } from '../media/previews/avatars';
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
    limit: 'file from a person a day',
  },
  input: z.object({ photo: z.file() }),
  answer: answer(profile),
  takes: 'multipart/form-data',
  handle: receivePhoto,
});

function receivePhoto(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  return receiveFiles(app, request, server, async (user, [photo, ...others]) => {
    if (!photo || others.length > 0) throw new VisibleError('photo_count', 'Send one photo.');
    chargeRateLimits(app, { 'file from a person a day': user.id });
    const answer = await inPictureTurn(app, user.id, async () =>
      askForPicture(app, { act: 'square', side: AVATAR_SIDE, bytes: await photo.read() }),
    );
    if (isUnreadable(answer)) throw new UnreadablePicture();
    return { body: toProfile(app, setPhoto(app, user, toPicture(answer))), status: 200 };
  });
}

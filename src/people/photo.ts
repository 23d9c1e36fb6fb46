import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findUser } from './users';
import { bumpViewersOfUser } from './versions';

/** Beginning of `users.avatar_url` for a user with an uploaded photo. The photo itself is in `avatars`. */
const PHOTO = 'photo:';

type Photo = { bytes: Uint8Array; type: string; width: number; height: number };

export const isPhoto = (avatarUrl: string | null): boolean => avatarUrl?.startsWith(PHOTO) ?? false;

export function setPhoto(app: App, user: User, { bytes, type, width, height }: Photo): User {
  const id = randomBytes(16).toString('base64url');
  return changePicture(app, user, `${PHOTO}${id}`, (url) =>
    statements(app.db).insertPhoto.run({ user: user.id, url, id, bytes, type, width, height }),
  );
}

export const removePhoto = (app: App, user: User): User =>
  isPhoto(user.avatarUrl) ? changePicture(app, user, null) : user;

function changePicture(app: App, user: User, url: string, store: (url: string) => unknown): User;
function changePicture(app: App, user: User, url: null): User;
function changePicture(app: App, user: User, url: string | null, store?: (url: string) => unknown): User {
  return transaction(app.db, () => {
    statements(app.db).deletePicture.run({ user: user.id });
    statements(app.db).setAddress.run({ user: user.id, url });
    if (url) store?.(url);
    bumpViewersOfUser(app, user.id);
    return findUser(app, user.id)!;
  });
}

const statements = prepared(({ $client }) => ({
  setAddress: $client.prepare<unknown, { user: number; url: string | null }>(
    'update users set avatar_url = $url where id = $user',
  ),
  deletePicture: $client.prepare<unknown, { user: number }>('delete from avatars where user_id = $user'),
  insertPhoto: $client.prepare<unknown, Photo & { user: number; url: string; id: string }>(`
    insert into avatars (user_id, url, expires_at, picture_id, picture, picture_type, picture_width, picture_height)
    values ($user, $url, 0, $id, $bytes, $type, $width, $height)`),
}));

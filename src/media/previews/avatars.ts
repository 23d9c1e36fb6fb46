import { NeedsWriter, prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { notFound } from '../../app/errors';
import { isPhoto } from '../../people/photo';
import { chargeRateLimit, coalesce, fetchImage, padFailureTime, withTimeout } from './fetching';
import { type PictureColumns, reencodePicture, type StoredPicture } from './pictures';

/** An avatar is shown at half of this size at most. */
export const AVATAR_SIDE = 192;
const FRESH_MS = 24 * 3_600_000;
const RETRY_MS = 10 * 60_000;

type Avatar = { url: string; picture: Uint8Array | null; pictureType: string | null; expiresAt: number };
type NewAvatar = PictureColumns & { user: number; url: string; expiresAt: number };

/**
 * A copy is fetched when somebody first asks for it, and again when the copy is a day old. Also throws
 * NOT_FOUND if the viewer is another person who neither shares a board with the user nor sees a message of
 * the user.
 */
export async function getAvatar(app: App, viewer: User, userId: number): Promise<StoredPicture> {
  const { findAddress, findAvatar } = statements(app.db);
  const address = findAddress.get({ id: userId, viewer: viewer.id })?.url;
  if (!address) throw notFound('Image');
  const stored = findAvatar.get({ user: userId });
  const known = stored?.url === address ? stored : undefined;
  const isFresh = known && (isPhoto(address) || isAhead(app, known.expiresAt, FRESH_MS));
  if (!isFresh && app.reader) throw new NeedsWriter('the picture is fetched');
  const { picture, pictureType } = isFresh
    ? known
    : await withTimeout(app, userId, () => fetchAvatar(app, userId, address, known));
  if (!picture || !pictureType) throw notFound('Image');
  return { bytes: new Uint8Array(picture), type: pictureType };
}

/** If the fetch fails, keeps the stored picture, and does not try again for ten minutes. */
function fetchAvatar(
  app: App,
  userId: number,
  url: string,
  known: Avatar | undefined,
): Promise<Pick<Avatar, 'picture' | 'pictureType'>> {
  return coalesce(app, `avatar ${userId} ${url}`, async () => {
    chargeRateLimit(app, userId); // charged to the user who chose the address, not to the viewer
    const image = await padFailureTime(
      () => fetchImage(app, userId, url),
      (image) => image === null,
    );
    const fetched = await reencodePicture(app, image?.bytes, { side: AVATAR_SIDE, person: userId });
    const expiresAt = app.now() + (fetched.picture ? FRESH_MS : RETRY_MS);
    const keepKnown = known && !fetched.picture;
    transaction(app.db, () => {
      const { findAddress, postpone, upsertAvatar } = statements(app.db);
      // the user may have changed the address or deleted the account meanwhile
      if (findAddress.get({ id: userId, viewer: userId })?.url !== url) return;
      if (keepKnown) postpone.run({ user: userId, expiresAt });
      else upsertAvatar.run({ user: userId, url, ...fetched, expiresAt });
    });
    return keepKnown ? known : fetched;
  });
}

const statements = prepared(({ $client }) => ({
  findAddress: $client.prepare<{ url: string }, { id: number; viewer: number }>(`
    select avatar_url as url from users where id = $id and avatar_url is not null and (
      id = $viewer
      or exists (select 1 from memberships mine join memberships theirs using (board_id)
                  where mine.user_id = $viewer and theirs.user_id = $id)
      or exists (select 1 from messages m cross join visible_messages v
                     on v.message_id = m.id and v.reader_id = $viewer where m.sender_id = $id))`),
  findAvatar: $client.prepare<Avatar, { user: number }>(`
    select url, picture, picture_type as pictureType, expires_at as expiresAt from avatars where user_id = $user`),
  postpone: $client.prepare<unknown, { user: number; expiresAt: number }>(
    'update avatars set expires_at = $expiresAt where user_id = $user',
  ),
  upsertAvatar: $client.prepare<unknown, NewAvatar>(`
    insert into avatars (user_id, url, expires_at, picture_id, picture, picture_type, picture_width, picture_height)
    values ($user, $url, $expiresAt, $pictureId, $picture, $pictureType, $pictureWidth, $pictureHeight)
    on conflict (user_id) do update set url = excluded.url, expires_at = excluded.expires_at,
      picture_id = excluded.picture_id, picture = excluded.picture, picture_type = excluded.picture_type,
      picture_width = excluded.picture_width, picture_height = excluded.picture_height`),
}));

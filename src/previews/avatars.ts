import { eq, sql } from 'drizzle-orm';
import { prepared, relaxedTransaction, replacing } from '../../db/open';
import { avatars, type User } from '../../db/schema';
import type { App } from '../app';
import { notFound } from '../errors';
import { chargeRateLimit, coalesce, padFailureTime, withTimeout } from './fetching';
import { reencodePicture, type StoredPicture } from './pictures';

type Row = typeof avatars.$inferSelect;

/** Twice as large as it is ever shown. */
const SIDE = 192;
const FRESH_MS = 24 * 3_600_000;
const RETRY_MS = 10 * 60_000;

/** The address of somebody's picture, if this viewer sees them: themselves, on a common board, or as a sender. */
const addressOf = prepared((db) =>
  db.$client.prepare<{ url: string }, { id: number; viewer: number }>(`
    select avatar_url as url from users where id = $id and avatar_url is not null and (
      id = $viewer
      or exists (select 1 from memberships mine join memberships theirs using (board_id)
                  where mine.user_id = $viewer and theirs.user_id = $id)
      or exists (select 1 from messages m cross join visible_messages v
                     on v.message_id = m.id and v.reader_id = $viewer where m.sender_id = $id))`),
);

const ofUser = prepared((db) =>
  db
    .select()
    .from(avatars)
    .where(eq(avatars.userId, sql.placeholder('user')))
    .prepare(),
);
const keep = replacing(avatars, avatars.userId);

/** Our own copy of a person's picture, fetched when it is first looked at and renewed now and then. Else 404. */
export async function getAvatar(app: App, viewer: User, userId: number): Promise<StoredPicture> {
  const address = addressOf(app.db).get({ id: userId, viewer: viewer.id })?.url;
  if (!address) throw notFound('Image');
  const known = ofUser(app.db).get({ user: userId });
  const same = known?.url === address ? known : undefined;
  const fresh = same && same.expiresAt > app.now();
  const { picture, pictureType } = fresh
    ? same
    : await withTimeout(app, () => fetchAvatar(app, userId, address, same));
  if (!picture || !pictureType) throw notFound('Image');
  return { bytes: new Uint8Array(picture), type: pictureType };
}

function fetchAvatar(app: App, userId: number, url: string, known: Row | undefined): Promise<Row> {
  return coalesce(app, `avatar ${userId} ${url}`, async () => {
    chargeRateLimit(app, { id: userId }); // theirs, not the viewers': whoever names an address causes its fetch
    const found = await padFailureTime(
      () => app.web.get(url, 'image').catch(() => null),
      (image) => image === null,
    );
    const fetched = await reencodePicture(found?.bytes, { side: SIDE });
    const row: Row = {
      userId,
      url,
      ...(fetched.picture || !known ? fetched : known),
      expiresAt: app.now() + (fetched.picture ? FRESH_MS : RETRY_MS),
    };
    // the account may have been deleted meanwhile
    relaxedTransaction(app.db, () => {
      if (addressOf(app.db).get({ id: userId, viewer: userId })?.url !== url) return;
      keep(app.db).run(row);
    });
    return row;
  });
}

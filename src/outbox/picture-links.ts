import { createHash, randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { App } from '../app/app';
import { isPublic } from '../outside/own-address';

/** Carriers fetch the pictures of an MMS at an address, which works once (docs/product/outbox.md: Photos in texts). */

const LIFE_MS = 10 * 60_000;
export const PICTURES_MAX = 3;
/** An MMS is counted like so many segments, which is what it costs. */
export const SEGMENTS_OF_PICTURES = 3;

/** In other countries than those of `+1` gateways send no MMS, or a link in its place. */
export const canGetPictures = (app: App, phone: string): boolean =>
  app.config.mmsReplies &&
  app.sms.can.sendMedia &&
  (!app.sms.can.reachPeople || (phone.startsWith('+1') && isPublic(app.publicUrl)));

export const PICTURE_PATH = '/m/';

/** Leaves out pictures that are gone meanwhile. */
export const createPictureLinks = (app: App, mediaIds: number[]): string[] =>
  transaction(app.db, () => {
    const now = app.now();
    statements(app.db).deleteExpired.run({ now, ahead: now + LIFE_MS });
    return statements(app.db)
      .listSendable.all({ ids: JSON.stringify(mediaIds) })
      .map(({ id }) => {
        const secret = randomBytes(18).toString('base64url');
        statements(app.db).insert.run({ secret: hash(secret), media: id, expiresAt: now + LIFE_MS });
        return `${app.publicUrl}${PICTURE_PATH}${secret}`;
      });
  });

/** Returns the stored file, once. */
export function takePicture(app: App, secret: string): string | null {
  const now = app.now();
  const taken = statements(app.db).take.get({ secret: hash(secret), now, ahead: now + LIFE_MS });
  return taken && (statements(app.db).findFile.get(taken)?.file ?? null);
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const statements = prepared(({ $client }) => ({
  listSendable: $client.prepare<{ id: number }, { ids: string }>(`
    select m.id from json_each($ids) wanted cross join media m on m.id = wanted.value
     where m.file is not null and m.width is not null and m.message_id is not null`),
  insert: $client.prepare<unknown, { secret: string; media: number; expiresAt: number }>(`
    insert into picture_links (secret, media_id, expires_at) values ($secret, $media, $expiresAt)`),
  take: $client.prepare<{ media: number }, { secret: string; now: number; ahead: number }>(`
    delete from picture_links where secret = $secret and expires_at between $now and $ahead
    returning media_id as media`),
  findFile: $client.prepare<{ file: string | null }, { media: number }>(
    'select file from media where id = $media and message_id is not null',
  ),
  deleteExpired: $client.prepare<unknown, { now: number; ahead: number }>(`
    delete from picture_links where expires_at < $now or expires_at > $ahead`),
}));

import { randomBytes } from 'node:crypto';
import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { notFound } from '../../app/errors';
import { freeBytes } from '../../outside/web-content';
import { askForPicture, inPictureTurn, isUnreadable, NOBODY, toPicture } from '../picture-cage';

export type StoredPicture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** Twice the width of a card, for sharp screens. */
const SIDE = 640;
/** So many pixels take 80 MB of memory. */
const PIXELS_MAX = 20_000_000;

export const NO_PICTURE = {
  pictureId: null as string | null,
  picture: null as Buffer | null,
  pictureType: null as string | null,
  pictureWidth: null as number | null,
  pictureHeight: null as number | null,
};
export type PictureColumns = typeof NO_PICTURE;

/** The new picture keeps that id, because open pages contain it. */
export async function reencodePicture(
  app: App,
  bytes: Buffer<ArrayBuffer> | undefined,
  { side = SIDE, id, person = NOBODY }: { side?: number; id?: string | null; person?: number } = {},
): Promise<PictureColumns> {
  if (!bytes) return NO_PICTURE;
  const answer = await inPictureTurn(app, person, () =>
    askForPicture(app, { act: 'reencode', side, maxPixels: PIXELS_MAX, to: 'webp', bytes }),
  ).finally(() => freeBytes(bytes));
  if (isUnreadable(answer)) return NO_PICTURE;
  const picture = toPicture(answer);
  return {
    pictureId: id ?? randomBytes(16).toString('base64url'),
    picture: Buffer.from(picture.bytes),
    pictureType: picture.type,
    pictureWidth: picture.width,
    pictureHeight: picture.height,
  };
}

export const pictureUrl = ({ pictureId }: { pictureId: string | null }) =>
  pictureId && `/api/previews/images/${pictureId}`;

/** Does not check who asks: the id is random, and only people who see a card with the picture learn it. */
export function findPicture(app: App, id: string): StoredPicture {
  const picture = statements(app.db).findPicture.get({ id });
  if (!picture) throw notFound('Image');
  return picture;
}

const statements = prepared(({ $client }) => ({
  findPicture: $client.prepare<StoredPicture, { id: string }>(`
    select picture as bytes, picture_type as type from previews where picture_id = $id
    union all select picture, picture_type from movies where picture_id = $id`),
}));

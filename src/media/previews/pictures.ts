import { randomBytes } from 'node:crypto';
import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { notFound } from '../../app/errors';
import { freeBytes } from '../../outside/web-content';
import { reencode } from '../images';

/** The picture columns that previews, movies and avatars have. */
export type PictureColumns = {
  pictureId: string | null;
  picture: Buffer | null;
  pictureType: string | null;
  pictureWidth: number | null;
  pictureHeight: number | null;
};

export type StoredPicture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** Largest width and height of a picture in pixels. This is twice the width of a card, for sharp screens. */
const SIDE = 640;
/** Maximum number of pixels of a picture that is decoded. So many pixels take 80 MB of memory. */
const PIXELS_MAX = 20_000_000;

export const NO_PICTURE: PictureColumns = {
  pictureId: null,
  picture: null,
  pictureType: null,
  pictureWidth: null,
  pictureHeight: null,
};

/**
 * Encodes a fetched picture again as WebP, at most `side` pixels wide and high. Returns NO_PICTURE if `bytes`
 * is undefined, is not an image, or has more than PIXELS_MAX pixels. Frees `bytes`. `id` is the id of the
 * picture that this one replaces. The new picture keeps that id, because open pages contain it.
 */
export async function reencodePicture(
  bytes: Buffer<ArrayBuffer> | undefined,
  { side = SIDE, id }: { side?: number; id?: string | null } = {},
): Promise<PictureColumns> {
  const picture = bytes && (await reencode(bytes, { side, maxPixels: PIXELS_MAX, to: 'webp' }));
  if (bytes) freeBytes(bytes);
  if (!picture) return NO_PICTURE;
  return {
    pictureId: id ?? randomBytes(16).toString('base64url'),
    picture: Buffer.from(picture.bytes),
    pictureType: picture.type,
    pictureWidth: picture.width,
    pictureHeight: picture.height,
  };
}

/** Returns the address of a row's picture, or null for a row without one. */
export const pictureUrl = ({ pictureId }: { pictureId: string | null }) =>
  pictureId && `/api/previews/images/${pictureId}`;

/**
 * Returns the picture of a preview or a movie. Does not check who asks: the id is random, and only people who
 * see a card with the picture learn it. Throws NOT_FOUND for an unknown id.
 */
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

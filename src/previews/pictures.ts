import { randomBytes } from 'node:crypto';
import { prepared } from '../../db/open';
import type { App } from '../app';
import { notFound } from '../errors';
import { reencode } from '../media/images';
import { freeBytes } from '../outside/web-content';

/** The columns of a picture that a row carries with it (db/schema.ts). */
export type PictureColumns = {
  pictureId: string | null;
  picture: Buffer | null;
  pictureType: string | null;
  pictureWidth: number | null;
  pictureHeight: number | null;
};

export type StoredPicture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** Twice the width of a card, for sharp screens. */
const SIDE = 640;
/** 20 million pixels are 80 MB while they are decoded. */
const PIXELS_MAX = 20_000_000;

export const NO_PICTURE: PictureColumns = {
  pictureId: null,
  picture: null,
  pictureType: null,
  pictureWidth: null,
  pictureHeight: null,
};

/**
 * Draws what was fetched anew, at most `side` pixels wide and high. What is no image is no picture. One that takes
 * the place of another stays at its address, `at`: there open pages ask for it, and may show the old one for a day.
 */
export async function reencodePicture(
  bytes: Buffer<ArrayBuffer> | undefined,
  { side = SIDE, at }: { side?: number; at?: string | null } = {},
): Promise<PictureColumns> {
  const picture = bytes && (await reencode(bytes, { side, maxPixels: PIXELS_MAX, to: 'webp' }));
  if (bytes) freeBytes(bytes);
  if (!picture) return NO_PICTURE;
  return {
    pictureId: at ?? randomBytes(16).toString('base64url'),
    picture: Buffer.from(picture.bytes),
    pictureType: picture.type,
    pictureWidth: picture.width,
    pictureHeight: picture.height,
  };
}

/** Where the browser gets a row's picture from; null without one. */
export const pictureUrl = ({ pictureId }: { pictureId: string | null }) =>
  pictureId && `/api/previews/images/${pictureId}`;

const byId = prepared((db) =>
  db.$client.prepare<StoredPicture, { id: string }>(`
    select picture as bytes, picture_type as type from previews where picture_id = $id
    union all select picture, picture_type from movies where picture_id = $id`),
);

/** The picture of a preview or a film. Its id tells nothing and cannot be guessed, so whoever has it has seen the card. */
export function findPicture(app: App, id: string): StoredPicture {
  const picture = byId(app.db).get({ id });
  if (!picture) throw notFound('Image');
  return picture;
}

import type { Media } from '../../../src/contract/media';

type MediaKind = 'photo' | 'video' | 'sound' | 'contact' | 'file';

/** MIME types of recordings by phones that most browsers cannot play. */
const UNPLAYABLE = ['audio/amr', 'audio/amr-wb', 'audio/3gpp', 'video/3gpp', 'video/3gpp2'];

/** Returns how a card shows a file of this MIME type. */
export function mediaKind(type: string): MediaKind {
  if (type.startsWith('image/')) return 'photo';
  if (/^text\/(x-)?vcard$/.test(type)) return 'contact';
  if (UNPLAYABLE.includes(type)) return 'file';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'sound' : 'file';
}

/** Returns true for a photo or a video. */
export const isVisual = ({ type }: Media): boolean => ['photo', 'video'].includes(mediaKind(type));

/**
 * Returns the width of a single photo divided by its height: at least 0.75, at most 2. Returns 4 / 3 if the
 * size is not known.
 */
export const photoRatio = ({ width, height }: Media): number =>
  width && height ? Math.min(2, Math.max(0.75, width / height)) : 4 / 3;

/**
 * Maximum number of tiles of a mosaic. If there are more files than tiles, the last tile shows how many are
 * hidden.
 */
export const TILES_MAX = 4;

/** Width divided by height of a single video. */
export const VIDEO_RATIO = 16 / 9;

/** Width divided by height of a mosaic, by its number of tiles. */
const MOSAIC_RATIOS = [1, 1, 3 / 2, 3 / 2, 4 / 3];

export const mosaicRatio = (count: number): number => MOSAIC_RATIOS[Math.min(count, TILES_MAX)]!;

/**
 * Returns the fraction of the mosaic's width that a tile takes, and the tile's width divided by its height.
 */
export function tileShape(index: number, count: number): { share: number; ratio: number } {
  if (count === 2) return { share: 1 / 2, ratio: 3 / 4 };
  if (count === 3) return { share: index === 0 ? 2 / 3 : 1 / 3, ratio: 1 };
  return { share: 1 / 2, ratio: 4 / 3 };
}

/**
 * Returns true if the media extend to the edges of their card, which is so if all of them are photos or
 * videos.
 */
export const bleeds = (media: Media[]) => media.length > 0 && media.every(isVisual);

const GAP_PX = 6.4;
const HEIGHT_PX = { sound: 54, contact: 60, file: 60 };

/**
 * Returns the height in pixels of the media on a card. `inner` is the width inside of the card. The numbers
 * must agree with MessageMedia.module.css.
 */
export function mediaHeight(media: Media[], inner: number): number {
  const visual = media.filter(isVisual);
  const heights = media.flatMap(({ type }) => {
    const kind = mediaKind(type);
    return kind === 'photo' || kind === 'video' ? [] : [HEIGHT_PX[kind]];
  });
  const [first] = visual;
  if (first) heights.push(inner / (visual.length > 1 ? mosaicRatio(visual.length) : singleRatio(first)));
  return heights.length && heights.reduce((sum, height) => sum + GAP_PX + height, -GAP_PX);
}

const singleRatio = (file: Media): number =>
  mediaKind(file.type) === 'video' ? VIDEO_RATIO : photoRatio(file);

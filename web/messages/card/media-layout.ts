import type { Media } from '../../../src/contract/media';
import { remSize, shareLengths } from '../../ui/lengths';

type MediaKind = 'photo' | 'video' | 'sound' | 'contact' | 'file';

/** MIME types of recordings by phones that most browsers cannot play, whatever they say. */
const UNPLAYABLE = ['audio/amr', 'audio/amr-wb', 'audio/3gpp', 'video/3gpp', 'video/3gpp2'];

/** Browsers differ: WebM and Ogg, for example, do not play everywhere. */
function canPlay(type: string): boolean {
  const audio = globalThis.document?.createElement('audio');
  // what plays not even MP3 is no browser
  if (!audio?.canPlayType('audio/mpeg')) return true;
  return audio.canPlayType(type) !== '';
}

export function mediaKind(type: string): MediaKind {
  if (type.startsWith('image/')) return 'photo';
  if (/^text\/(x-)?vcard$/.test(type)) return 'contact';
  if (UNPLAYABLE.includes(type)) return 'file';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') && canPlay(type) ? 'sound' : 'file';
}

export const isVisual = ({ type }: Media): boolean => ['photo', 'video'].includes(mediaKind(type));

/** A picture that is much taller than a photo, such as a screenshot, is cut off sooner than a photo. */
export function photoRatio({ width, height }: Media): number {
  if (!width || !height) return 4 / 3;
  const ratio = width / height;
  return ratio < 0.6 ? 1 : Math.min(2, Math.max(0.75, ratio));
}

export const TILES_MAX = 4;

export const VIDEO_RATIO = 16 / 9;

const MOSAIC_RATIOS = [1, 1, 3 / 2, 3 / 2, 4 / 3];

export const mosaicRatio = (count: number): number => MOSAIC_RATIOS[Math.min(count, TILES_MAX)]!;

export function tileShape(index: number, count: number): { share: number; ratio: number } {
  if (count === 2) return { share: 1 / 2, ratio: 3 / 4 };
  if (count === 3) return { share: index === 0 ? 2 / 3 : 1 / 3, ratio: 1 };
  return { share: 1 / 2, ratio: 4 / 3 };
}

export const bleeds = (media: Media[]) => media.length > 0 && media.every(isVisual);

const MEDIA = shareLengths('media', { gap: 0.4, sound: 54 / 16, contact: 60 / 16, file: 60 / 16 });

export function mediaHeight(media: Media[], inner: number): number {
  const visual = media.filter(isVisual);
  const heights = media.flatMap(({ type }) => {
    const kind = mediaKind(type);
    return kind === 'photo' || kind === 'video' ? [] : [MEDIA[kind] * remSize()];
  });
  const [first] = visual;
  if (first) heights.push(inner / (visual.length > 1 ? mosaicRatio(visual.length) : singleRatio(first)));
  const gap = MEDIA.gap * remSize();
  return heights.length && heights.reduce((sum, height) => sum + gap + height, -gap);
}

const singleRatio = (file: Media): number =>
  mediaKind(file.type) === 'video' ? VIDEO_RATIO : photoRatio(file);

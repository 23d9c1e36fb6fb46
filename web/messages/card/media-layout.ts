import type { Message } from '../../../src/contract/messages';

type MediaKind = 'photo' | 'video' | 'sound' | 'contact' | 'file';

/** Types of phone recordings that most browsers cannot play. */
const UNPLAYABLE = ['audio/amr', 'audio/amr-wb', 'audio/3gpp', 'video/3gpp', 'video/3gpp2'];

/** Returns how a card shows a file of this MIME type. */
export function mediaKind(type: string): MediaKind {
  if (type.startsWith('image/')) return 'photo';
  if (/^text\/(x-)?vcard$/.test(type)) return 'contact';
  if (UNPLAYABLE.includes(type)) return 'file';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'sound' : 'file';
}

/** Returns width divided by height, limited so that a photo is neither too tall nor too flat. */
export const photoRatio = (width: number, height: number) => Math.min(2.2, Math.max(0.7, width / height));

/** Returns true if the media of a card reach its edges, as photos and videos do. */
export const bleeds = (media: Message['media']) =>
  media.length > 0 && media.every(({ type }) => ['photo', 'video'].includes(mediaKind(type)));

const GAP_PX = 6.4;
const HEIGHT_PX = { sound: 54, contact: 60, file: 60 };

/**
 * Returns the height in pixels of the media on a card. `inner` is the width inside of the card. The numbers
 * must agree with MessageMedia.module.css.
 */
export function mediaHeight(media: Message['media'], inner: number): number {
  const [first] = media;
  if (!first) return 0;
  if (media.length === 1) {
    const kind = mediaKind(first.type);
    if (kind === 'video') return inner * (9 / 16);
    if (kind !== 'photo') return HEIGHT_PX[kind];
    return inner / (first.width && first.height ? photoRatio(first.width, first.height) : 4 / 3);
  }
  const isPhoto = ({ type }: Message['media'][number]) => mediaKind(type) === 'photo';
  // index of the photo that takes the whole width: the first one, if the number of photos is odd; else -1
  const wide = media.filter(isPhoto).length % 2 === 1 ? media.findIndex(isPhoto) : -1;
  let height = 0;
  let halves = 0; // photos in rows of two since the last file that took the whole width
  media.forEach(({ type }, index) => {
    const kind = mediaKind(type);
    if (kind === 'photo' && index !== wide) {
      halves++;
      if (halves % 2 === 1) height += (inner - GAP_PX) / 2 + GAP_PX;
      return;
    }
    halves = 0;
    height += (kind === 'photo' ? inner / 2 : kind === 'video' ? inner * (9 / 16) : HEIGHT_PX[kind]) + GAP_PX;
  });
  return height - GAP_PX;
}

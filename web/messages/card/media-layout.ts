import type { Message } from '../../../src/contract/messages';

export type MediaKind = 'photo' | 'video' | 'sound' | 'contact' | 'file';

/** What phones record and no browser plays: it is offered as a file. */
const UNPLAYABLE = ['audio/amr', 'audio/amr-wb', 'audio/3gpp', 'video/3gpp', 'video/3gpp2'];

/** What can be made of a file of this MIME type on a card. */
export function mediaKind(type: string): MediaKind {
  if (type.startsWith('image/')) return 'photo';
  if (/^text\/(x-)?vcard$/.test(type)) return 'contact';
  if (UNPLAYABLE.includes(type)) return 'file';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'sound' : 'file';
}

/** Width by height, kept between a tall portrait and a panorama, so that no photo takes the whole screen. */
export const photoRatio = (width: number, height: number) => Math.min(2.2, Math.max(0.7, width / height));

const GAP = 6.4;
const FLAT = { sound: 54, contact: 60, file: 60 };

/** How high the media of a card will be in pixels, in a card that is `inner` wide. As MessageMedia.module.css lays them out. */
export function mediaHeight(media: Message['media'], inner: number): number {
  const [first] = media;
  if (!first) return 0;
  if (media.length === 1) {
    const kind = mediaKind(first.type);
    if (kind === 'video') return inner * (9 / 16);
    if (kind !== 'photo') return FLAT[kind];
    return inner / (first.width && first.height ? photoRatio(first.width, first.height) : 4 / 3);
  }
  let height = 0;
  let halves = 0; // photos stand side by side, two and two; the first of an odd number goes all the way across
  media.forEach(({ type }, index) => {
    const kind = mediaKind(type);
    if (kind === 'photo' && !(index === 0 && media.length % 2 === 1)) {
      halves++;
      if (halves % 2 === 1) height += (inner - GAP) / 2 + GAP;
      return;
    }
    halves = 0;
    height += (kind === 'photo' ? inner / 2 : kind === 'video' ? inner * (9 / 16) : FLAT[kind]) + GAP;
  });
  return height - GAP;
}

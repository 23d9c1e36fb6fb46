import type { SlideData } from 'photoswipe';
import type { Media } from '../../../src/contract/media';
import { PICTURE_WIDTHS } from '../../../src/contract/picture-widths';
import { mediaKind } from '../card/media-layout';
import { toSrcSet } from '../card/Photo';
import { placeholderImage } from '../card/placeholder-image';

const LARGEST = PICTURE_WIDTHS.at(-1)!;

const UNKNOWN = { width: 1200, height: 900 };

export function toSlide(file: Media, alt: string): SlideData {
  const { url, type, width, height, resized, placeholder } = file;
  if (mediaKind(type) === 'video') return { type: 'video', src: url, alt };
  const size = width && height ? { width, height } : UNKNOWN;
  const slide = { ...size, alt, msrc: thumbnail(file.id)?.currentSrc, src: url };
  const blurred = placeholder ? placeholderImage(placeholder) : undefined;
  // loads the original of a GIF, because the server's resized copies of a GIF show only the first frame
  if (!resized || !width || type === 'image/gif') return { ...slide, blurred };
  // adds the original, which the browser loads when the person zooms in
  const whole = width > LARGEST ? `, ${url} ${width}w` : '';
  return { ...slide, blurred, srcset: toSrcSet({ resized, width }) + whole };
}

export function thumbnail(id: number): HTMLImageElement | undefined {
  const picture = document.querySelector<HTMLImageElement>(`[data-file="${id}"] img`);
  return picture?.complete && picture.naturalWidth > 0 ? picture : undefined;
}

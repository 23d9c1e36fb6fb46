import type { CSSProperties } from 'react';
import type { PhotoOnCard } from '../../../src/contract/media';
import { widthsOf } from '../../../src/contract/picture-widths';
import { useWindowWidth } from '../../ui/use-window-width';
import classes from './Photo.module.css';
import { placeholderImage } from './placeholder-image';

/** A picture that would lose more than this of its height is shown from its top. */
const TALL = 0.8;

/** Returns the width of the place of a photo, in pixels, in a window of this width. */
export type PlaceWidth = (windowWidth: number) => number;

type Props = {
  photo: PhotoOnCard;
  alt: string;
  ratio: number;
  placeWidth: PlaceWidth;
  share?: number;
};

export function Photo({ photo, alt, ratio, placeWidth, share = 1 }: Props) {
  const { url, type, width, height, resized, placeholder } = photo;
  const scale = share * (width && height ? Math.max(1, width / height / ratio) : 1);
  const shownWidth = scale * placeWidth(useWindowWidth());
  const still = type !== 'image/gif' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const sources = resized && width && still ? { resized, width } : null;
  const isTall = width && height && width / height < ratio * TALL;
  return (
    <img
      src={sources ? bestFit(sources, shownWidth) : url}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
      fetchPriority="low" // lets API calls go first
      className={classes.photo}
      data-tall={isTall || undefined}
      style={
        {
          '--ratio': ratio,
          backgroundImage: placeholder ? `url(${placeholderImage(placeholder)})` : undefined,
        } as CSSProperties
      }
    />
  );
}

/** Not left to `srcset`: Chromium keeps such a picture with its whole card in memory if it is gone before it loads. */
const bestFit = ({ resized, width }: { resized: string; width: number }, shownWidth: number): string => {
  const options = widthsOf(width);
  const option = options.find((option) => option >= shownWidth * devicePixelRatio) ?? options.at(-1)!;
  return resized.replace('{width}', String(option));
};

export const toSrcSet = ({ resized, width }: { resized: string; width: number }): string =>
  widthsOf(width)
    .map((option) => `${resized.replace('{width}', String(option))} ${Math.min(option, width)}w`)
    .join(', ');

import type { CSSProperties } from 'react';
import type { Media } from '../../../src/contract/media';
import { widthsOf } from '../../../src/contract/picture-widths';
import classes from './Photo.module.css';
import { placeholderImage } from './placeholder-image';

/** CSS widths of a place, each with the media query under which it applies. The last width has no query. */
export type PlaceWidths = [query: string, width: string][];

type Props = {
  photo: Media;
  alt: string;
  /** Width divided by height of the place. The photo fills it, and what does not fit is cut off. */
  ratio: number;
  widths: PlaceWidths;
  /** The part of these widths that the photo takes, from 0 to 1. */
  share?: number;
};

/**
 * A photo in the width that its place needs, if it is served in several widths. Until it is loaded, its
 * placeholder shows. A GIF is loaded as it is, so that it moves; if the person prefers less motion, a still
 * copy is loaded, if there is one.
 */
export function Photo({ photo, alt, ratio, widths, share = 1 }: Props) {
  const { url, type, width, height, resized, placeholder } = photo;
  const sources = resized && width ? { resized, width } : null;
  const image = (
    <img
      src={sources && type !== 'image/gif' ? sources.resized.replace('{width}', '640') : url}
      srcSet={sources && type !== 'image/gif' ? toSrcSet(sources) : undefined}
      sizes={toSizes(widths, share * (width && height ? Math.max(1, width / height / ratio) : 1))}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      loading="lazy"
      decoding="async"
      fetchPriority="low" // API calls come first
      className={classes.photo}
      style={
        {
          '--ratio': ratio,
          backgroundImage: placeholder ? `url(${placeholderImage(placeholder)})` : undefined,
        } as CSSProperties
      }
    />
  );
  if (type !== 'image/gif' || !sources) return image;
  return (
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcSet={toSrcSet(sources)} />
      {image}
    </picture>
  );
}

/** Returns the `srcset` of a photo: the address and the width of each size in which it is served. */
export const toSrcSet = ({ resized, width }: { resized: string; width: number }): string =>
  widthsOf(width)
    .map((option) => `${resized.replace('{width}', String(option))} ${Math.min(option, width)}w`)
    .join(', ');

/**
 * Returns the `sizes` of a photo. `scale` is the width in which the whole photo is drawn, divided by a width
 * of `widths`.
 */
const toSizes = (widths: PlaceWidths, scale: number): string =>
  widths.map(([query, width]) => `${query} calc(${scale.toFixed(2)} * (${width}))`.trim()).join(', ');

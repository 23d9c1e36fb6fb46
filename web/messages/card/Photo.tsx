import type { CSSProperties } from 'react';
import type { Media } from '../../../src/contract/media';
import { widthsOf } from '../../../src/contract/picture-widths';
import classes from './Photo.module.css';
import { placeholderImage } from './placeholder-image';

/**
 * Widths of the place of a photo on the page, as CSS lengths. The first width whose media query matches
 * applies. The last width has an empty query, which always matches.
 */
export type PlaceWidths = [query: string, width: string][];

type Props = {
  photo: Media;
  alt: string;
  /**
   * Width of the photo's place divided by the height of that place. The photo fills the place, and what does
   * not fit is cut off.
   */
  ratio: number;
  widths: PlaceWidths;
  /** The fraction of each width in `widths` that the photo takes, from 0 to 1. */
  share?: number;
};

/**
 * A photo. If the server has several widths of it, loads the width that its place needs. Shows a placeholder
 * until the photo is loaded. Loads the original of a GIF, which moves. If the person prefers less motion,
 * loads a still copy of the GIF instead, if there is one.
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
      fetchPriority="low" // lets API calls go first
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

/**
 * Returns the `srcset` attribute of a photo, with the address and the width of each size that the server has.
 */
export const toSrcSet = ({ resized, width }: { resized: string; width: number }): string =>
  widthsOf(width)
    .map((option) => `${resized.replace('{width}', String(option))} ${Math.min(option, width)}w`)
    .join(', ');

/**
 * Returns the `sizes` attribute of a photo: the widths of the whole photo, including parts that are cut off.
 * Each of them is `scale` times a width of `widths`.
 */
const toSizes = (widths: PlaceWidths, scale: number): string =>
  widths.map(([query, width]) => `${query} calc(${scale.toFixed(2)} * (${width}))`.trim()).join(', ');

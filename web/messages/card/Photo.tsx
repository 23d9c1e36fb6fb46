import type { CSSProperties } from 'react';
import type { Media } from '../../../src/contract/media';
import { widthsOf } from '../../../src/contract/picture-widths';
import classes from './Photo.module.css';
import { placeholderImage } from './placeholder-image';

export type PlaceWidths = [query: string, width: string][];

type Props = {
  photo: Media;
  alt: string;
  ratio: number;
  widths: PlaceWidths;
  share?: number;
};

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

export const toSrcSet = ({ resized, width }: { resized: string; width: number }): string =>
  widthsOf(width)
    .map((option) => `${resized.replace('{width}', String(option))} ${Math.min(option, width)}w`)
    .join(', ');

const toSizes = (widths: PlaceWidths, scale: number): string =>
  widths.map(([query, width]) => `${query} calc(${scale.toFixed(2)} * (${width}))`.trim()).join(', ');

import { type RefObject, useLayoutEffect, useState } from 'react';
import { EMBEDS, type EmbedKind } from '../../../src/contract/embeds';

/** In a small window half its width is enough: the dialog for narrow columns would hardly be wider. */
export const frameFits = (kind: EmbedKind, width: number) =>
  width >= Math.min(EMBEDS[kind].minWidth, innerWidth / 2);

/** A good first value for a new card, because all cards of a list are equally wide. */
let lastWidth: number | undefined;

export function useFits(ref: RefObject<HTMLElement | null>, kind: EmbedKind): boolean {
  const [width, setWidth] = useState(lastWidth ?? innerWidth);
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => {
      if (element.offsetWidth === 0) return;
      lastWidth = element.offsetWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return frameFits(kind, width);
}

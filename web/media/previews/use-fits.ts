import { type RefObject, useLayoutEffect, useState } from 'react';
import { EMBEDS, type EmbedKind } from '../../../src/contract/embeds';

/**
 * Returns true if an iframe of a service fits into a column of this width in pixels. In a small window, half
 * the window's width is enough, because the dialog for narrow columns would hardly be wider there.
 */
export const frameFits = (kind: EmbedKind, width: number) =>
  width >= Math.min(EMBEDS[kind].minWidth, innerWidth / 2);

/**
 * The width that was measured last. It is a good first value for a new card, because all cards of a list are
 * equally wide.
 */
let lastWidth: number | undefined;

/**
 * Returns true if an iframe of a service fits into an element. The element must be mounted together with the
 * component.
 */
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

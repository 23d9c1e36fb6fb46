import { useEffect, useState } from 'react';

/**
 * Returns the height of the part of the window that a phone's keyboard leaves free, as a CSS length. Returns
 * undefined while `active` is false, and in browsers that do not know that height.
 */
export function useVisibleHeight(active: boolean): string | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!active || !viewport) return;
    const measure = () => setHeight(viewport.height);
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [active]);
  return active && height ? `${height}px` : undefined;
}

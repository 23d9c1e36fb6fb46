import { useLayoutEffect, useState } from 'react';

/**
 * Returns false in the first render, and `opened` afterwards. Mantine's overlays store the focused element
 * when `opened` becomes true; if an overlay were open from the start, it would store none. The layout effect
 * runs before painting. After painting, the focus would already be in the overlay.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => setShown(opened), [opened]);
  return shown;
}

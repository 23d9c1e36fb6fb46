import { useLayoutEffect, useState } from 'react';

/**
 * Mantine's overlays store the focused element when `opened` becomes true; if an overlay were open from the
 * start, it would store none. The layout effect runs before painting.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => setShown(opened), [opened]);
  return shown;
}

import { useLayoutEffect, useState } from 'react';

/**
 * Returns false during mounting and `opened` afterwards. Mantine's overlays remember the focused element when
 * `opened` becomes true; an overlay that is mounted open would remember none. The layout effect runs before
 * painting. After painting, the focus would already be in the overlay.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => setShown(opened), [opened]);
  return shown;
}

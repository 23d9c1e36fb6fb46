import { useLayoutEffect, useState } from 'react';

/**
 * Returns false while mounting and `opened` after it. Mantine's overlays remember the focused element when
 * `opened` becomes true, so they remember none if they are mounted open. It uses a layout effect, because
 * after painting the focus has already moved into the overlay.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => setShown(opened), [opened]);
  return shown;
}

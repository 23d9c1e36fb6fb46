import { useLayoutEffect, useState } from 'react';

/**
 * Whether an overlay is to be shown: closed first, even where it is mounted to be opened. It remembers what had the
 * focus as it opens, to give it back; in an effect after painting that would already be inside of it.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => setShown(opened), [opened]);
  return shown;
}

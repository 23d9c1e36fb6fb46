import { useSyncExternalStore } from 'react';

const STEP = 160;

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** Returns the width of the window in pixels, rounded up, so that a few pixels render nothing again. */
export const useWindowWidth = () =>
  useSyncExternalStore(subscribe, () => Math.ceil(innerWidth / STEP) * STEP);

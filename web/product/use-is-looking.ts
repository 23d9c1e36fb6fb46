import { useSyncExternalStore } from 'react';

export const useIsLooking = (): boolean => useSyncExternalStore(subscribe, isLooking);

const isLooking = () => document.visibilityState === 'visible' && document.hasFocus();

function subscribe(onChange: () => void) {
  const stop = new AbortController();
  for (const event of ['focus', 'blur']) addEventListener(event, onChange, stop);
  document.addEventListener('visibilitychange', onChange, stop);
  return () => stop.abort();
}

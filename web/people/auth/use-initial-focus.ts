import { useEffect, useRef } from 'react';

/** Focuses after the first paint: an earlier focus would make the browser compute the layout twice. */
export function useInitialFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}

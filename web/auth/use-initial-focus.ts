import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a field, which gets the focus after the first paint. Focusing earlier would make the
 * browser compute the layout twice.
 */
export function useInitialFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}

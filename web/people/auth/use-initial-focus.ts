import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a field. The field gets the focus after the first paint. An earlier focus would make the
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

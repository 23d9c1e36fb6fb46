import { useEffect, useRef } from 'react';

/** Returns a ref that focuses its field after the first paint. An earlier focus would cause a second layout. */
export function useInitialFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}

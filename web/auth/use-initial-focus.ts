import { useEffect, useRef } from 'react';

/** For the field a screen begins with. Focused once it has been painted: before, the browser would lay the page out twice. */
export function useInitialFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}

import { startTransition, useEffect, useState } from 'react';

/** Items that a phone shows at once. */
const FIRST = 12;
/** Items that each further step adds. */
const STEP = 24;

/** True once a list has been drawn to its end. Later lists are drawn at once: going back must find the same scroll position. */
let complete = false;

/** Returns the part of a list to draw while the page starts: the visible items at once, the others in steps. */
export function useGradualList<T>(items: readonly T[]): readonly T[] {
  const [count, setCount] = useState(complete ? Number.POSITIVE_INFINITY : FIRST);
  const whole = count >= items.length;
  useEffect(() => {
    if (whole) complete = true;
    else startTransition(() => setCount(count + STEP));
  }, [count, whole]);
  return whole ? items : items.slice(0, count);
}

import { startTransition, useEffect, useState } from 'react';

/** As many as a phone shows at once, and how many more each further step draws. */
const FIRST = 12;
const STEP = 24;

/** Whether a page has been drawn whole since it was loaded: from then on, coming back finds it as long as it was left. */
let started = false;

/** A long list as it is to be drawn while the page starts: what is seen first at once, the rest bit by bit after it. */
export function useGradualList<T>(items: readonly T[]): readonly T[] {
  const [count, setCount] = useState(started ? Number.POSITIVE_INFINITY : FIRST);
  const whole = count >= items.length;
  useEffect(() => {
    if (whole) started = true;
    else startTransition(() => setCount(count + STEP));
  }, [count, whole]);
  return whole ? items : items.slice(0, count);
}

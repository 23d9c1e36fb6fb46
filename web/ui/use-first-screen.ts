import { useDeferredValue } from 'react';

/** More than any window shows at once. */
const FIRST = 24;

/** A long list as it is to be drawn when it comes: what is seen first at once, the rest when there is time for it. */
export const useFirstScreen = <T>(items: readonly T[]): readonly T[] =>
  useDeferredValue(items, items.slice(0, FIRST));

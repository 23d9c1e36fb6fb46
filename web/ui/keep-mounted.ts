import { createContext } from 'react';

/**
 * Context with a function that takes an element, and keeps the list item of that element mounted even when
 * the item is scrolled out of view. The item stays mounted until the returned function is called. Outside of
 * a list the function does nothing.
 */
export const KeepMountedContext = createContext<(element: Element) => () => void>(() => () => {});

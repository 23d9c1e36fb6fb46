import { createContext } from 'react';

/**
 * Context with a function that keeps the list item around an element mounted, also when the item is scrolled
 * out of view, until the returned function is called. Outside of a list the function does nothing.
 */
export const KeepMountedContext = createContext<(element: Element) => () => void>(() => () => {});

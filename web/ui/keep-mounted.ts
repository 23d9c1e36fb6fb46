import { createContext } from 'react';

/**
 * Keeps the list item around an element mounted when it is scrolled out of view, until the returned function
 * is called. Does nothing outside of a list.
 */
export const KeepMountedContext = createContext<(element: Element) => () => void>(() => () => {});

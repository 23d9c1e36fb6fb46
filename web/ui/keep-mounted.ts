import { createContext } from 'react';

/** The item stays mounted until the returned function is called. */
export const KeepMountedContext = createContext<(element: Element) => () => void>(() => () => {});

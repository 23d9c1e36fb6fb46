import { useSyncExternalStore } from 'react';

/** Keeps a value outside of React, which components read with `use`. */
export function createStore<T>(value: T) {
  const listeners = new Set<() => void>();
  const get = () => value;
  const set = (next: T) => {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener();
  };
  /** Returns a function that stops the calls. */
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}

import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query-client';
import { isUnreached } from '../trpc';

let lost = false;
const listeners = new Set<() => void>();

export const isLost = () => lost;

export const useIsLost = () => useSyncExternalStore(onConnection, isLost);

/** Returns a function that stops the calls. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setLost(next: boolean) {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener();
}

type On = {
  answered: (query: Query) => void;
  missing: (query: Query) => void;
};

export function watchConnection({ answered, missing }: On): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'added' && lost) missing(query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') {
      if (!event.action.manual) setLost(false);
      answered(query);
    } else if (event.action.type === 'error' && isUnreached(event.action.error)) {
      setLost(true);
      if (query.state.data === undefined) missing(query);
    }
  });
}

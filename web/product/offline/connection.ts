import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query-client';
import { isUnreached } from '../trpc';

let lost = false;
const listeners = new Set<() => void>();

/** Returns true if the last query of this page did not reach the server. */
export const isLost = () => lost;

/** Returns true if the last query of this page did not reach the server. Renders again when that changes. */
export const useIsLost = () => useSyncExternalStore(onConnection, isLost);

/**
 * Calls a function when the connection is lost and when it is back. Returns a function that stops the calls.
 */
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
  /** Called when the server has answered a query, and when a component has changed a cached answer. */
  answered: (query: Query) => void;
  /** Called for a query that has no answer while the server cannot be reached. */
  missing: (query: Query) => void;
};

/**
 * Watches the queries of this page to learn whether there is a connection. Returns a function that stops
 * watching.
 */
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

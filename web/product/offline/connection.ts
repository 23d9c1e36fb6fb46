import type { Query } from '@tanstack/react-query';
import { createStore } from '../../ui/store';
import { queryClient } from '../query-client';
import { isUnreached } from '../trpc';

/** True while the server cannot be reached. */
export const lost = createStore(false);

type On = {
  answered: (query: Query) => void;
  missing: (query: Query) => void;
};

export function watchConnection({ answered, missing }: On): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'added' && lost.get()) missing(query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') {
      if (!event.action.manual) lost.set(false);
      answered(query);
    } else if (event.action.type === 'error' && isUnreached(event.action.error)) {
      lost.set(true);
      if (query.state.data === undefined) missing(query);
    }
  });
}

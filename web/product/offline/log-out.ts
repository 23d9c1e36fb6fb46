import { useSyncExternalStore } from 'react';
import { toastError } from '../../ui/toast';
import { logOut } from '../session';
import { isUnreached } from '../trpc';
import { countUnsent } from './offline';

let asks = false;
const listeners = new Set<() => void>();

export async function logOutOrAsk() {
  if ((await countUnsent()) > 0) setAsking(true);
  else await logOutNow();
}

export const logOutNow = () =>
  logOut().catch((error) =>
    toastError(
      isUnreached(error)
        ? 'Logging out needs a connection. You are still signed in, and nothing was deleted here.'
        : 'Could not log out. Please try again.',
    ),
  );

export const useIsAsking = () => useSyncExternalStore(subscribe, () => asks);

export function setAsking(next: boolean) {
  asks = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useEffect } from 'react';
import { trpc } from '../../product/trpc';
import { toast } from '../../ui/toast';

const POLL_MS = 1000;

/**
 * Returns the state of the SMS with the login code, or undefined until the state is known. While `enabled` is
 * true, polls every second until the state is final. Shows a toast when the code is sent.
 */
export function useCodeState({ enabled }: { enabled: boolean }) {
  const { data } = trpc.auth.codeState.useQuery(undefined, {
    enabled,
    gcTime: 0, // the state is not kept in the cache, because the next code has its own state
    refetchInterval: ({ state }) => (isSettled(state.data?.state) ? false : POLL_MS),
  });
  const state = data?.state;

  useEffect(() => {
    if (state === 'sent') toast({ title: 'Verification code sent' });
  }, [state]);

  return state;
}

/** Returns true if the state is final. Null means that the browser sent no cookie that belongs to a code. */
const isSettled = (state: string | null | undefined) =>
  state === 'sent' || state === 'failed' || state === null;

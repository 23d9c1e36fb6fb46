import { useEffect } from 'react';
import { trpc } from '../../product/trpc';
import { toast } from '../../ui/toast';

const POLL_MS = 1000;

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

const isSettled = (state: string | null | undefined) =>
  state === 'sent' || state === 'failed' || state === null;

import { useEffect } from 'react';
import { trpc } from '../../product/trpc';
import { toast } from '../../ui/toast';

const POLL_MS = 1000;
/** Null: the browser sent no cookie that belongs to a code. */
const SETTLED: unknown[] = ['sent', 'failed', null];

export function useCodeState({ enabled }: { enabled: boolean }) {
  const { data } = trpc.auth.codeState.useQuery(undefined, {
    enabled,
    gcTime: 0, // the state is not kept in the cache, because the next code has its own state
    refetchInterval: ({ state }) => !SETTLED.includes(state.data?.state) && POLL_MS,
  });
  const state = data?.state;

  useEffect(() => {
    if (state === 'sent') toast({ title: 'Verification code sent' });
  }, [state]);

  return state;
}

import { useEffect } from 'react';
import { trpc } from '../product/trpc';
import { toast } from '../ui/toast';

const POLL_MS = 1000;

/** Returns how far the code has come, asked every second until it is sent, and shows a toast then. */
export function useCodeState({ enabled }: { enabled: boolean }) {
  const { data } = trpc.auth.codeState.useQuery(undefined, {
    enabled,
    gcTime: 0, // the next code has a state of its own
    refetchInterval: ({ state }) => (isSettled(state.data?.state) ? false : POLL_MS),
  });
  const state = data?.state;

  useEffect(() => {
    if (state === 'sent') toast({ title: 'Verification code sent' });
  }, [state]);

  return state;
}

/** Returns true if the state does not change any more. Null stands for a browser without cookies. */
const isSettled = (state: string | null | undefined) =>
  state === 'sent' || state === 'failed' || state === null;

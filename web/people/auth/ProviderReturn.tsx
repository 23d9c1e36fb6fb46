import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorMessage, trpc } from '../../product/trpc';
import { type HistoryState, useNavigate } from '../../ui/router';
import { keptPage } from './page-kept';
import { useSignIn } from './use-sign-in';

/** Stands where the button stood while the answer of the provider is checked. */
export function ProviderReturn({ name }: { name: string }) {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const next = keptPage();
  const toLogin = (state: HistoryState) =>
    navigate({ to: '/login', replace: true, state: { next, ...state } });
  const finish = trpc.provider.finish.useMutation({
    async onSuccess({ signedIn, unconnected }) {
      if (!signedIn) return toLogin({ unconnected: unconnected ?? '' });
      if (!(await signIn(signedIn.user, signedIn.message, next))) await toLogin({});
    },
    onError: (error) =>
      toLogin({ refused: errorMessage(error, 'The sign-in could not be finished. Please try again.') }),
  });
  const answer = useEffectEvent(() => {
    const given = new URLSearchParams(location.search);
    const [state = '', code, iss, error] = ['state', 'code', 'iss', 'error'].map(
      (name) => given.get(name) ?? undefined,
    );
    finish.mutate({ state, code, iss, error });
  });
  const isSent = useRef(false); // an answer is taken once
  useEffect(() => {
    if (!isSent.current) answer();
    isSent.current = true;
  }, []);
  return (
    <Text role="status" mt="1rem">
      Signing in with {name}...
    </Text>
  );
}

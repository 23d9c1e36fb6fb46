import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SignInByText } from '../../../src/contract/auth';
import { formatPhone } from '../../../src/contract/people';
import { KEPT_AFTER_MUTATIONS } from '../../product/query-client';
import { smsLink } from '../../product/text-link';
import { client, errorMessage, trpc } from '../../product/trpc';
import { QrCode } from '../../ui/QrCode';
import { toastError } from '../../ui/toast';
import { SimulatorHint } from './SimulatorHint';
import screen from './SplitScreen.module.css';
import { TextInstead } from './TextInstead';
import classes from './TextStep.module.css';
import { useSignIn } from './use-sign-in';

const POLL_MS = 1000;

type Props = {
  from: string;
  shown: SignInByText;
  onAgain: (shown: SignInByText) => unknown;
  onBack: () => void;
};

export function TextStep({ from, shown, onAgain, onBack }: Props) {
  const { phrase, phoneNumber, device, network } = shown;
  const signIn = useSignIn();
  const finish = trpc.signInByText.finish.useMutation({
    async onSuccess({ user, message }) {
      if (!(await signIn(user, message))) onBack();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to sign in')),
  });
  const { data } = useQuery({
    queryKey: ['signInByText', phrase], // a late answer about an earlier phrase belongs to another query
    queryFn: () => client.signInByText.state.query(),
    gcTime: 0,
    // not fetched again after a mutation: once a new phrase was made, the server no longer tells the state of
    // the old one
    meta: KEPT_AFTER_MUTATIONS,
    refetchInterval: finish.isIdle && POLL_MS,
  });
  const received = data?.state === 'received';
  const { mutate } = finish;
  useEffect(() => {
    if (received) mutate();
  }, [received, mutate]);
  const ended = finish.isError || data?.state === 'expired' || data?.state === null;
  const link = smsLink(phoneNumber, phrase);

  return (
    <section>
      <h1>Text us to sign in</h1>
      <p className={screen.lead}>
        From <strong className={screen.number}>{formatPhone(from.trim())}</strong> text exactly this to{' '}
        <strong className={screen.number}>{formatPhone(phoneNumber)}</strong>
      </p>
      <div className={screen.fields}>
        {ended && !finish.isSuccess ? (
          <>
            <Text role="status">These words have expired or are used up.</Text>
            <TextInstead phoneNumber={from} label="Get new words" onStarted={onAgain} />
          </>
        ) : (
          <>
            <p className={classes.phrase}>{phrase}</p>
            <Button component="a" href={link} size="lg">
              Open my messages
            </Button>
            <div className={classes.scan}>
              <QrCode text={link} label="QR code of the text" />
              <span>Or scan this with your phone, and send the text that it opens.</span>
            </div>
            <Text size="sm" c="dimmed" role="status">
              {received
                ? 'Your text has come. Signing in...'
                : `Waiting for your text, for five minutes. It signs in ${device} (${network}), the browser that shows this page. Never text words that somebody else gave you.`}
            </Text>
          </>
        )}
        <Button variant="subtle" color="gray" c="dimmed" onClick={onBack}>
          ← Back to phone number
        </Button>
      </div>
      <SimulatorHint before="Text it from the" number={from} />
    </section>
  );
}

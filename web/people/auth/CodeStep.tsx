import { Button } from '@mantine/core';
import { type FormEvent, lazy, Suspense } from 'react';
import type { SignInByText } from '../../../src/contract/auth';
import { formatPhone } from '../../../src/contract/people';
import { cache, errorMessage, httpStatusOf, isNetworkError, isUnreached, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';
import { CodeField } from './CodeField';
import { SendAgain } from './SendAgain';
import { SimulatorHint } from './SimulatorHint';
import classes from './SplitScreen.module.css';
import { TextInstead } from './TextInstead';
import { useAskForCode } from './use-ask-for-code';
import { useCodeEntry } from './use-code-entry';
import { useCodeState } from './use-code-state';
import { useSignIn } from './use-sign-in';

const WRONG_CODE = 'Invalid verification code';
const UNCHECKED = 'The code could not be checked.';

const SimulatorCodes = lazy(() =>
  import('./SimulatorCodes').then(({ SimulatorCodes }) => ({ default: SimulatorCodes })),
);

type Props = {
  phoneNumber: string;
  connect: boolean;
  askedAt: number;
  onSentAgain: (askedAt: number) => void;
  onText: (shown: SignInByText) => unknown;
  onBack: () => void;
};

export function CodeStep({ phoneNumber, connect, askedAt, onSentAgain, onText, onBack }: Props) {
  const signIn = useSignIn();
  const { simulatorUrl } = useProduct();
  const verify = trpc.auth.verify.useMutation({
    async onSuccess({ success, message, user }) {
      if (!success) return toastError(message || 'Verification failed');
      if (!(await signIn(user, message))) onBack();
    },
    onError(error) {
      if (isNetworkError(error)) toastError(`Network error: ${error.message || 'Please try again.'}`);
      else toastError(errorMessage(error, isUnreached(error) ? UNCHECKED : WRONG_CODE));
      entry.select();
    },
    onSettled: () => entry.settle(),
  });
  const refused = httpStatusOf(verify.error) === 400 && errorMessage(verify.error, WRONG_CODE);
  const busy = verify.isPending || verify.data?.success === true;
  const state = useCodeState({ enabled: !busy });
  const entry = useCodeEntry({
    busy,
    onEdit: verify.reset,
    onCode: (code) => verify.mutate({ phoneNumber, code, ...(connect && { connect }) }),
  });
  const again = useAskForCode((askedAt) => {
    entry.clear();
    onSentAgain(askedAt);
    void cache.auth.codeState.reset();
  });

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        entry.submit();
      }}
    >
      <h1>Check your phone</h1>
      <p className={classes.lead}>
        {state === 'sent' || state === null
          ? 'We sent a verification code to'
          : 'We are sending a verification code to'}{' '}
        <strong className={classes.number}>{formatPhone(phoneNumber.trim())}</strong>
      </p>
      <div className={classes.fields}>
        <CodeField entry={entry} error={refused} />
        <Button type="submit" size="lg" disabled={!entry.isComplete || busy}>
          {busy ? 'Verifying...' : 'Verify and login'}
        </Button>
        <SendAgain
          key={askedAt}
          state={state}
          busy={again.isPending}
          onAsk={() => again.mutate({ phoneNumber })}
        />
        <TextInstead phoneNumber={phoneNumber} onStarted={onText} />
        <Button variant="subtle" color="gray" c="dimmed" onClick={onBack} disabled={busy}>
          ← Back to phone number
        </Button>
      </div>
      <Suspense>
        {simulatorUrl && (
          <SimulatorCodes
            simulatorUrl={simulatorUrl}
            phoneNumber={phoneNumber}
            askedAt={askedAt}
            onCode={entry.enter}
          />
        )}
      </Suspense>
      <SimulatorHint before="The code is on its way to the" number={phoneNumber} />
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { SignInByText } from '../../src/contract/auth';
import { CODE_LENGTH } from '../../src/contract/limits';
import { formatPhone } from '../../src/contract/people';
import { errorMessage, isNetworkError, trpc } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { toastError } from '../ui/toast';
import { SendAgain } from './SendAgain';
import classes from './SplitScreen.module.css';
import { TextInstead } from './TextInstead';
import { useCodeState } from './use-code-state';
import { useInitialFocus } from './use-initial-focus';
import { useSignIn } from './use-sign-in';
import { listenForCode, toCodeDigits } from './verification-code';

type Props = { phoneNumber: string; onText: (shown: SignInByText) => unknown; onBack: () => void };

/** Second step of the sign-in: asks for the code that was sent by SMS. */
export function CodeStep({ phoneNumber, onText, onBack }: Props) {
  const [code, setCode] = useState('');
  const signIn = useSignIn();
  const { simulatorUrl } = useProduct();
  const verify = trpc.auth.verify.useMutation({
    async onSuccess({ success, message, user }) {
      if (!success) return toastError(message || 'Verification failed');
      if (!(await signIn(user, message))) onBack();
    },
    onError: (error) =>
      toastError(
        isNetworkError(error)
          ? `Network error: ${error.message || 'Please try again.'}`
          : errorMessage(error, 'Invalid verification code'),
      ),
  });
  const field = useInitialFocus<HTMLInputElement>();
  const busy = verify.isPending || verify.data?.success === true;
  const state = useCodeState({ enabled: !busy });
  const complete = code.length === CODE_LENGTH;

  useEffect(() => listenForCode((received) => setCode(toCodeDigits(received))), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (complete && !busy) verify.mutate({ phoneNumber, code });
  }

  return (
    <form onSubmit={submit} noValidate>
      <h1>Check your phone</h1>
      <p className={classes.lead}>
        {state === 'sent' || state === null
          ? 'We sent a verification code to'
          : 'We are sending a verification code to'}{' '}
        <strong className={classes.number}>{formatPhone(phoneNumber.trim())}</strong>
      </p>
      <div className={classes.fields}>
        <TextInput
          className={classes.code}
          label="Verification code"
          placeholder="123456"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="lg"
          ref={field}
          value={code}
          onChange={(event) => setCode(toCodeDigits(event.currentTarget.value))}
        />
        <Button type="submit" size="lg" disabled={!complete || busy}>
          {busy ? 'Verifying...' : 'Verify and login'}
        </Button>
        <SendAgain phoneNumber={phoneNumber} state={state} />
        <TextInstead phoneNumber={phoneNumber} onStarted={onText} />
        <Button variant="subtle" color="gray" c="dimmed" onClick={onBack} disabled={busy}>
          ← Back to phone number
        </Button>
      </div>
      {simulatorUrl && (
        <p className={classes.hint}>
          The code is on its way to the{' '}
          <a
            href={`${simulatorUrl}/phone?number=${encodeURIComponent(phoneNumber.trim())}`}
            target="tagline-phone"
          >
            phone simulator
          </a>
          .
        </p>
      )}
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SignInByText } from '../../../src/contract/auth';
import { CODE_LENGTH } from '../../../src/contract/limits';
import { formatPhone } from '../../../src/contract/people';
import { errorMessage, httpStatusOf, isNetworkError, isUnreached, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';
import { SendAgain } from './SendAgain';
import { SimulatorHint } from './SimulatorHint';
import classes from './SplitScreen.module.css';
import { TextInstead } from './TextInstead';
import { useCodeState } from './use-code-state';
import { useInitialFocus } from './use-initial-focus';
import { useSignIn } from './use-sign-in';
import { listenForCode, toCodeDigits } from './verification-code';

const WRONG_CODE = 'Invalid verification code';
const UNCHECKED = 'The code could not be checked.';

const SimulatorCodes = lazy(() =>
  import('./SimulatorCodes').then(({ SimulatorCodes }) => ({ default: SimulatorCodes })),
);

type Props = {
  phoneNumber: string;
  askedAt: number;
  onSentAgain: (askedAt: number) => void;
  onText: (shown: SignInByText) => unknown;
  onBack: () => void;
};

export function CodeStep({ phoneNumber, askedAt, onSentAgain, onText, onBack }: Props) {
  const [code, setCode] = useState('');
  const signIn = useSignIn();
  const { simulatorUrl } = useProduct();
  const field = useInitialFocus<HTMLInputElement>();
  // not a state, because two codes can arrive before React renders again
  const submitted = useRef(false);
  const verify = trpc.auth.verify.useMutation({
    async onSuccess({ success, message, user }) {
      if (!success) return toastError(message || 'Verification failed');
      if (!(await signIn(user, message))) onBack();
    },
    onError(error) {
      if (isNetworkError(error)) toastError(`Network error: ${error.message || 'Please try again.'}`);
      else toastError(errorMessage(error, isUnreached(error) ? UNCHECKED : WRONG_CODE));
      field.current?.select(); // selects the code, so that typing replaces it
    },
    onSettled() {
      submitted.current = false;
    },
  });
  const refused = httpStatusOf(verify.error) === 400 && errorMessage(verify.error, WRONG_CODE);
  const busy = verify.isPending || verify.data?.success === true;
  const state = useCodeState({ enabled: !busy });

  function submit(digits: string) {
    if (digits.length !== CODE_LENGTH || busy || submitted.current) return;
    submitted.current = true;
    verify.mutate({ phoneNumber, code: digits });
  }

  function enter(received: string) {
    const digits = toCodeDigits(received);
    if (digits === code || busy || submitted.current) return;
    setCode(digits);
    verify.reset();
    submit(digits);
  }

  const receive = useEffectEvent(enter);
  useEffect(() => listenForCode(receive), []);

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(code);
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
        <TextInput
          className={classes.code}
          label="Verification code"
          placeholder="123456"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="lg"
          ref={field}
          readOnly={busy} // not disabled, because a disabled field loses the focus
          error={refused}
          value={code}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" disabled={code.length !== CODE_LENGTH || busy}>
          {busy ? 'Verifying...' : 'Verify and login'}
        </Button>
        <SendAgain
          phoneNumber={phoneNumber}
          state={state}
          onSent={(askedAt) => {
            enter('');
            field.current?.focus();
            onSentAgain(askedAt);
          }}
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
            onCode={enter}
          />
        )}
      </Suspense>
      <SimulatorHint before="The code is on its way to the" number={phoneNumber} />
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { CODE_LENGTH } from '../../src/contract/limits';
import { formatPhone } from '../../src/contract/people';
import { rememberSignIn } from '../product/session';
import { client, errorMessage, isNetworkError, trpc } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { toast, toastError } from '../ui/toast';
import { SendAgain } from './SendAgain';
import classes from './SplitScreen.module.css';
import { useCodeState } from './use-code-state';
import { useInitialFocus } from './use-initial-focus';
import { listenForCode, toCodeDigits } from './verification-code';

type Props = { phoneNumber: string; onBack: () => void };

/** Second step of the sign-in: asks for the code that was sent by SMS. */
export function CodeStep({ phoneNumber, onBack }: Props) {
  const [code, setCode] = useState('');
  const router = useRouter();
  const { gateway } = useProduct();
  const verify = trpc.auth.verify.useMutation({
    async onSuccess({ success, message, user }) {
      if (!success) return toastError(message || 'Verification failed');
      // checks that the browser has stored the session cookie: without it every screen would redirect to the
      // sign-in
      const session = await client.auth.session
        .query()
        .catch(() => ({ authenticated: true, userId: user.id, operator: false }));
      if (!session.authenticated) {
        onBack();
        return toastError(
          `The code was right, but this browser kept no cookie. Allow cookies for ${location.host}, or open this site by its https address.`,
        );
      }
      const next = router.state.location.state.next;
      rememberSignIn(session, user);
      toast({ title: 'Login successful', description: message });
      if (next) router.history.replace(next);
      else await router.navigate({ to: '/', replace: true });
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
        <Button variant="subtle" color="gray" c="dimmed" onClick={onBack} disabled={busy}>
          ← Back to phone number
        </Button>
      </div>
      {gateway === 'simulator' && (
        <p className={classes.hint}>
          The code is on its way to the{' '}
          <a href={`/phone?number=${encodeURIComponent(phoneNumber.trim())}`} target="tagline-phone">
            phone simulator
          </a>
          .
        </p>
      )}
    </form>
  );
}

import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense } from 'react';
import type { SignInByText } from '../../../src/contract/auth';
import { useProduct } from '../../product/use-product';
import { EndOfSession } from './EndOfSession';
import { PasskeySignIn } from './PasskeySignIn';
import classes from './SplitScreen.module.css';
import { TextInstead } from './TextInstead';
import { useAskForCode } from './use-ask-for-code';
import { useInitialFocus } from './use-initial-focus';

const MoreWays = lazy(() => import('./MoreWays').then(({ MoreWays }) => ({ default: MoreWays })));

type Props = {
  value: string;
  onChange: (phoneNumber: string) => void;
  onSent: (askedAt: number) => void;
  onText: (shown: SignInByText) => unknown;
};

const NO_ACCOUNT = {
  invited: 'Without an account or an invitation, no code comes.',
  closed: 'Without an account, no code comes: no new people are taken at present.',
};

export function PhoneStep({ value, onChange, onSent, onText }: Props) {
  const { name, provider, signInByText, signUp, simulatorUrl } = useProduct();
  const login = useAskForCode(onSent);
  const field = useInitialFocus<HTMLInputElement>();
  const refused = signInByText && login.error?.data?.code === 'TOO_MANY_REQUESTS' && login.error.message;
  const blank = value.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!blank && !login.isPending) login.mutate({ phoneNumber: value });
  }

  return (
    <form onSubmit={submit} noValidate>
      <EndOfSession />
      <h1>Sign in to {name}</h1>
      <p className={classes.lead}>Save anything from anywhere, with just a text. No password needed.</p>
      <div className={classes.fields}>
        <TextInput
          label="Phone number"
          placeholder="234 555 6789"
          type="tel"
          name="phoneNumber"
          autoComplete="tel"
          size="lg"
          ref={field}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {signUp !== 'open' && <Text c="dimmed">{NO_ACCOUNT[signUp]}</Text>}
        <Button type="submit" size="lg" disabled={blank || login.isPending}>
          {login.isPending ? 'Sending code...' : 'Send verification code'}
        </Button>
        {refused && <Text role="status">{refused} Or text us instead: that needs no code.</Text>}
        <TextInstead phoneNumber={value} onStarted={onText} />
        <PasskeySignIn />
      </div>
      {(provider || simulatorUrl) && (
        <Suspense>
          <MoreWays login={login} onChange={onChange} />
        </Suspense>
      )}
    </form>
  );
}

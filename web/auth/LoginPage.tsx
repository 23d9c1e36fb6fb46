import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SignInByText } from '../../src/contract/auth';
import { usePageTitle } from '../product/use-page-title';
import { CodeStep } from './CodeStep';
import { PhoneStep } from './PhoneStep';
import { SplitScreen } from './SplitScreen';

/** Loaded when it is needed, because it draws a QR code. */
const TextStep = lazy(() => import('./TextStep').then(({ TextStep }) => ({ default: TextStep })));

/**
 * Sign-in in two steps: the phone number, then the code from the SMS, or what to text (docs/product.md: Login
 * screen). The second step is kept in the state of the history entry, so a reload shows the second step again.
 */
export function LoginPage() {
  const codeSentTo = useLocation({ select: ({ state }) => state.codeSentTo });
  const byText = useLocation({ select: ({ state }) => state.signInByText });
  const [phoneNumber, setPhoneNumber] = useState(codeSentTo ?? byText?.from ?? '');
  const navigate = useNavigate();
  const show = (step: { codeSentTo?: string; signInByText?: { from: string; shown: SignInByText } }) =>
    navigate({
      to: '/login',
      replace: true,
      state: ({ codeSentTo: _, signInByText: __, ...state }) => ({ ...state, ...step }),
    });
  const showText = (from: string) => (shown: SignInByText) => show({ signInByText: { from, shown } });
  usePageTitle('Sign in');

  return (
    <SplitScreen foot="Text it, tag it, find it later.">
      {byText ? (
        <Suspense>
          <TextStep {...byText} onAgain={showText(byText.from)} onBack={() => void show({})} />
        </Suspense>
      ) : codeSentTo === undefined ? (
        <PhoneStep
          value={phoneNumber}
          onChange={setPhoneNumber}
          onSent={() => void show({ codeSentTo: phoneNumber })}
          onText={showText(phoneNumber)}
        />
      ) : (
        <CodeStep phoneNumber={codeSentTo} onText={showText(codeSentTo)} onBack={() => void show({})} />
      )}
    </SplitScreen>
  );
}

import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../product/use-page-title';
import { CodeStep } from './CodeStep';
import { PhoneStep } from './PhoneStep';
import { SplitScreen } from './SplitScreen';

/**
 * Sign-in in two steps: the phone number, then the code from the SMS (docs/product.md: Login screen). The
 * number is kept in the state of the history entry, so a reload shows the second step again.
 */
export function LoginPage() {
  const codeSentTo = useLocation({ select: ({ state }) => state.codeSentTo });
  const [phoneNumber, setPhoneNumber] = useState(codeSentTo ?? '');
  const navigate = useNavigate();
  const setCodeSentTo = (codeSentTo?: string) =>
    void navigate({ to: '/login', replace: true, state: (state) => ({ ...state, codeSentTo }) });
  usePageTitle('Sign in');

  return (
    <SplitScreen foot="Text it, tag it, find it later.">
      {codeSentTo === undefined ? (
        <PhoneStep value={phoneNumber} onChange={setPhoneNumber} onSent={() => setCodeSentTo(phoneNumber)} />
      ) : (
        <CodeStep phoneNumber={codeSentTo} onBack={() => setCodeSentTo()} />
      )}
    </SplitScreen>
  );
}

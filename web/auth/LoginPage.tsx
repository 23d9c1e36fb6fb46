import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../product/use-page-title';
import { CodeStep } from './CodeStep';
import { PhoneStep } from './PhoneStep';
import { SplitScreen } from './SplitScreen';

/** Signing in by phone number and texted code, in two steps (spec 2, Login). */
export function LoginPage() {
  const codeSentTo = useLocation({ select: ({ state }) => state.codeSentTo });
  const [phoneNumber, setPhoneNumber] = useState(codeSentTo ?? '');
  const navigate = useNavigate();
  const note = (codeSentTo?: string) =>
    void navigate({ to: '/login', replace: true, state: (state) => ({ ...state, codeSentTo }) });
  usePageTitle('Sign in');

  return (
    <SplitScreen foot="Text it, tag it, find it later.">
      {codeSentTo === undefined ? (
        <PhoneStep value={phoneNumber} onChange={setPhoneNumber} onSent={() => note(phoneNumber)} />
      ) : (
        <CodeStep phoneNumber={codeSentTo} onBack={() => note()} />
      )}
    </SplitScreen>
  );
}

import { useState } from 'react';
import { usePageTitle } from '../ui/use-page-title';
import { CodeStep } from './CodeStep';
import { PhoneStep } from './PhoneStep';
import { SplitScreen } from './SplitScreen';

/** Signing in by phone number and texted code, in two steps (spec 2, Login). */
export function LoginPage() {
  const [phoneNumber, setPhoneNumber] = useState('');
  const [step, setStep] = useState<'phone' | 'code'>('phone');
  usePageTitle('Sign in');

  return (
    <SplitScreen foot="Text it, tag it, find it later.">
      {step === 'phone' ? (
        <PhoneStep value={phoneNumber} onChange={setPhoneNumber} onSent={() => setStep('code')} />
      ) : (
        <CodeStep phoneNumber={phoneNumber} onBack={() => setStep('phone')} />
      )}
    </SplitScreen>
  );
}

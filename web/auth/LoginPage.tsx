import { useState } from 'react';
import { useProduct } from '../shell/use-product';
import { Logo } from '../ui/Logo';
import { usePageTitle } from '../ui/use-page-title';
import { CodeStep } from './CodeStep';
import classes from './LoginPage.module.css';
import { PhoneStep } from './PhoneStep';
import { Story } from './Story';

/** Signing in by phone number and texted code, in two steps (spec 2, Login). */
export function LoginPage() {
  const { name } = useProduct();
  const [phoneNumber, setPhoneNumber] = useState('');
  const [step, setStep] = useState<'phone' | 'code'>('phone');
  usePageTitle('Sign in');

  return (
    <div className={classes.page}>
      <main className={classes.sign}>
        <Logo name={name} size={34} />
        <div className={classes.form}>
          {step === 'phone' ? (
            <PhoneStep value={phoneNumber} onChange={setPhoneNumber} onSent={() => setStep('code')} />
          ) : (
            <CodeStep phoneNumber={phoneNumber} onBack={() => setStep('phone')} />
          )}
        </div>
        <p className={classes.foot}>Text it, tag it, find it later.</p>
      </main>
      <Story />
    </div>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import split from '../../people/auth/SplitScreen.module.css';
import { toastError } from '../../ui/toast';
import classes from './JoinForm.module.css';

type Props = { busy: boolean; onSubmit: (phoneNumber: string) => void };

export function JoinForm({ busy, onSubmit }: Props) {
  const [typed, setTyped] = useState('');
  const phoneNumber = typed.trim();
  return (
    <form
      noValidate
      className={split.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        if (phoneNumber) onSubmit(phoneNumber);
        else toastError('Please enter your phone number', 'Phone number required');
      }}
    >
      <div className={classes.how}>
        <h2>How it works</h2>
        <ol>
          <li>Text anything to save it automatically</li>
          <li>Use #hashtags to organise messages</li>
          <li>Access your dashboard at {location.host}</li>
        </ol>
      </div>
      <TextInput
        label="Enter your phone number"
        description="We'll send you a text to confirm"
        placeholder="234 555 6789"
        type="tel"
        autoComplete="tel"
        size="lg"
        disabled={busy}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" disabled={busy}>
        {busy ? 'Sending...' : 'Get Started'}
      </Button>
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { IconMessage2, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { SplitScreen } from '../../people/auth/SplitScreen';
import split from '../../people/auth/SplitScreen.module.css';
import { AddToContacts } from '../../product/AddToContacts';
import { errorMessage, httpStatusOf, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useProduct } from '../../product/use-product';
import { Notice } from '../../ui/Notice';
import { useParams } from '../../ui/router';
import { toast, toastError } from '../../ui/toast';
import classes from './JoinPage.module.css';

export function JoinPage() {
  const { code = '' } = useParams();
  const { name } = useProduct();
  usePageTitle('Join');
  const invite = trpc.invites.look.useQuery({ code });
  const submit = trpc.invites.submit.useMutation({
    onSuccess({ success, message }) {
      if (success)
        toast({ title: 'Success!', description: message || 'Check your phone for a confirmation text' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to send SMS. Please try again.')),
  });
  const [typed, setTyped] = useState('');
  const phoneNumber = typed.trim();
  const busy = submit.isPending || submit.isSuccess;
  const invalid = httpStatusOf(invite.error) === 400;
  const closed = httpStatusOf(invite.error) === 403;

  return (
    <SplitScreen foot="By continuing, you agree to receive SMS messages. Reply STOP to opt out.">
      {submit.data?.success ? (
        <Notice icon={<IconMessage2 size={30} aria-hidden />} title="Check your phone!" heading>
          <p>We sent you a text. Reply YES to confirm and start using {name}</p>
          <p>Didn't receive the text? Check your phone number and try again.</p>
          <AddToContacts />
        </Notice>
      ) : closed ? (
        <Notice
          icon={<IconMoodSad size={30} aria-hidden />}
          title={`${name} takes no new people at present.`}
          heading
        >
          If you have an account already, sign in.
        </Notice>
      ) : invalid ? (
        <Notice icon={<IconMoodSad size={30} aria-hidden />} title="This invite link is not valid." heading>
          Ask whoever sent it to you for a new one.
        </Notice>
      ) : (
        <>
          <h1>Welcome to {name}</h1>
          <p className={split.lead}>
            {invite.data?.inviterName && <strong>{invite.data.inviterName} invited you. </strong>}
            Save links and ideas by texting. Super simple - no app needed.
          </p>
          <form
            noValidate
            className={split.fields}
            onSubmit={(event) => {
              event.preventDefault();
              if (busy) return;
              if (phoneNumber) submit.mutate({ phoneNumber, inviteCode: code });
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
        </>
      )}
    </SplitScreen>
  );
}

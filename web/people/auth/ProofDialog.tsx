import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhone } from '../../../src/contract/people';
import { cache, errorMessage, httpStatusOf, trpc } from '../../product/trpc';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import classes from '../../ui/DialogForm.module.css';
import { Loaded } from '../../ui/Loaded';
import { toastError } from '../../ui/toast';
import { CodeField } from './CodeField';
import { knowsPasskeys } from './knows-passkeys';
import { endAsking } from './proof';
import { SendAgain } from './SendAgain';
import { useCodeEntry } from './use-code-entry';
import { useCodeState } from './use-code-state';

export function ProofDialog({ opened }: { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={() => endAsking(false)} title="Confirm That It Is You">
      {opened && <Ways />}
    </Dialog>
  );
}

function Ways() {
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const state = trpc.proof.state.useQuery(undefined, { gcTime: 0 });
  const ask = trpc.proof.sendCode.useMutation({
    onMutate: () => Date.now(),
    onSuccess(_answer, _input, at) {
      setAskedAt(at);
      void cache.auth.codeState.reset();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to send the code')),
  });
  const passkey = useMutation({
    mutationFn: async () => (await import('./passkey-client')).proveWithPasskey(),
    onSuccess: (proven) => proven && endAsking(true),
    onError: ({ message }) => toastError(message, 'That was not confirmed'),
  });
  if (askedAt !== null)
    return <CodeForm key={askedAt} sending={ask.isPending} onSendAgain={() => ask.mutate()} />;
  const busy = ask.isPending || passkey.isPending;
  return (
    <div className={classes.form}>
      <p>
        What you are about to do works even after this browser is signed out. So that nobody else can do it,
        please confirm that it is you.
      </p>
      <Loaded query={state} what="how you can confirm it" height={36}>
        {({ passkeys }) => (
          <div className={classes.actions}>
            {passkeys && knowsPasskeys() ? (
              <>
                <Button
                  variant="default"
                  loading={ask.isPending}
                  disabled={busy}
                  onClick={() => ask.mutate()}
                >
                  Text me a code
                </Button>
                <Button
                  autoFocus
                  loading={passkey.isPending}
                  disabled={busy}
                  onClick={() => passkey.mutate()}
                >
                  Use a passkey
                </Button>
              </>
            ) : (
              <>
                <Button variant="default" disabled={busy} onClick={() => endAsking(false)}>
                  Cancel
                </Button>
                <Button autoFocus loading={ask.isPending} disabled={busy} onClick={() => ask.mutate()}>
                  Text me a code
                </Button>
              </>
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
}

function CodeForm({ sending, onSendAgain }: { sending: boolean; onSendAgain: () => void }) {
  const { data: profile } = trpc.users.profile.useQuery();
  const verify = trpc.proof.byCode.useMutation({
    onSuccess: () => endAsking(true),
    onError(error) {
      if (httpStatusOf(error) !== 400) toastError(errorMessage(error, 'The code could not be checked'));
      entry.select();
    },
    onSettled: () => entry.settle(),
  });
  const busy = verify.isPending || verify.isSuccess;
  const entry = useCodeEntry({ busy, onEdit: verify.reset, onCode: (code) => verify.mutate({ code }) });
  const state = useCodeState({ enabled: !busy });
  return (
    <DialogForm
      submitLabel="Confirm"
      busyLabel="Confirming..."
      busy={busy}
      disabled={!entry.isComplete}
      onSubmit={() => entry.submit()}
    >
      <p>
        {state === 'sent' || state === null ? 'We sent a code to ' : 'We are sending a code to '}
        <strong>{profile && formatPhone(profile.phoneNumber)}</strong>.
      </p>
      <CodeField entry={entry} error={httpStatusOf(verify.error) === 400 && 'Invalid verification code'} />
      <SendAgain state={state} busy={sending} onAsk={onSendAgain} />
    </DialogForm>
  );
}

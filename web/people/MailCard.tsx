import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MailSettings } from '../../src/contract/mail';
import { LIST_POLL } from '../product/query-client';
import { cache, client, errorMessage, trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { toast, toastError } from '../ui/toast';
import { withProof } from './auth/proof';
import { ProfileCard } from './ProfileCard';

/** Notifications, digests and reminders by mail instead of by text (docs/product/mail-out.md). */
export function MailCard() {
  const settings = trpc.mail.get.useQuery(undefined, {
    refetchInterval: ({ state: { data } }) => (data?.waiting ? LIST_POLL.refetchInterval : false),
  });
  if (settings.data?.offered === false) return null;
  return (
    <ProfileCard
      id="notices-by-mail"
      title="Notices by mail"
      note="Notifications, digests and reminders can come to your mail address instead of by text. Codes for signing in always come by text."
    >
      <Loaded query={settings} what="your mail settings" height={88}>
        {(data) => <Settings {...data} />}
      </Loaded>
    </ProfileCard>
  );
}

function Settings({ address, byMail, waiting, silent }: MailSettings) {
  const show = (saved: MailSettings) => {
    cache.mail.get.setData(undefined, saved);
    toast({ title: 'Settings updated' });
  };
  const onError = (error: unknown) => toastError(errorMessage(error, 'Failed to update settings'));
  const set = trpc.mail.setByMail.useMutation({ onSuccess: show, onError });
  const remove = trpc.mail.removeAddress.useMutation({ onSuccess: show, onError });
  return (
    <>
      {address && (
        <Group gap="0.75rem" mb="1rem" justify="space-between">
          <Switch
            size="md"
            label={address}
            description={
              silent &&
              'The last mails came back, so your notices come by text. Confirm the address again, or another one.'
            }
            checked={set.isPending ? set.variables.byMail : byMail && !silent}
            disabled={set.isPending || silent}
            onChange={({ currentTarget }) => set.mutate({ byMail: currentTarget.checked })}
          />
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </Group>
      )}
      {waiting && (
        <p role="status">
          Open the link in the mail that we have sent to <strong>{waiting}</strong>. It works for a day.
        </p>
      )}
      <AddressForm
        label={address ? 'Another address' : 'Your mail address'}
        silent={silent ? address : null}
      />
    </>
  );
}

function AddressForm({ label, silent }: { label: string; silent: string | null }) {
  const [typed, setTyped] = useState(silent ?? '');
  const ask = useMutation({
    mutationFn: (address: string) => withProof(() => client.mail.setAddress.mutate({ address })),
    onSuccess(answer) {
      if (!answer) return;
      setTyped('');
      toast({ title: answer.message });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to send the mail')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(typed);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        type="email"
        autoComplete="email"
        label={label}
        placeholder="ann@example.org"
        value={typed}
        disabled={ask.isPending}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" mt="0.75rem" variant="default" loading={ask.isPending} disabled={!typed.trim()}>
        Send a link to confirm it
      </Button>
    </form>
  );
}

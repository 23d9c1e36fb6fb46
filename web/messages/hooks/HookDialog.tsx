import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HOOK_EVENTS, type HookEvent } from '../../../src/contract/hook-events';
import type { Hook } from '../../../src/contract/hooks';
import { HOOK_URL_MAX } from '../../../src/contract/limits';
import { withProof } from '../../people/auth/proof';
import { cache, client, errorMessage } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import classes from '../../ui/DialogForm.module.css';
import { exactTime } from '../../ui/dates';
import { toast, toastError } from '../../ui/toast';

const EVENT_LABELS: Record<HookEvent, string> = {
  'message.created': 'A message comes',
  'message.updated': 'A message changes',
  'message.deleted': 'A message goes',
  'message.ticked': 'Something is ticked',
  'reminder.due': 'A reminder is due',
  'member.joined': 'Somebody joins a board',
  'member.left': 'Somebody leaves a board',
};

type Props = DialogState & { hook: Hook | null; everything: boolean; onLog: () => void };

/** Adds or changes a webhook, and shows a new secret once. */
export function HookDialog({ hook, everything, onLog, opened, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={secret !== null ? 'Its Secret' : hook ? 'Webhook' : 'New Webhook'}
    >
      {secret !== null ? (
        <Secret secret={secret} onClose={close} />
      ) : (
        <HookForm
          key={`${hook?.id} ${opened}`}
          hook={hook}
          everything={everything}
          onSecret={setSecret}
          onClose={close}
          onLog={onLog}
        />
      )}
    </Dialog>
  );
}

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <div className={classes.form}>
    <p>
      The receiver needs this secret to know that a call is ours. Copy it now.{' '}
      <strong>It is not shown again.</strong>
    </p>
    <TextInput
      aria-label="Secret of the webhook"
      readOnly
      value={secret}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <div className={classes.actions}>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
      <Button data-autofocus autoFocus onClick={() => copyText(secret, 'Secret copied')}>
        Copy
      </Button>
    </div>
  </div>
);

type FormProps = Omit<Props, 'opened'> & { onSecret: (secret: string) => void };

function HookForm({ hook, everything, onSecret, onClose, onLog }: FormProps) {
  const [url, setUrl] = useState(hook?.url ?? '');
  const [events, setEvents] = useState<string[]>(hook?.events ?? [...HOOK_EVENTS]);
  const [boards, setBoards] = useState(hook?.boards?.map((tag) => `#${tag}`).join(' ') ?? '');
  const act = useMutation({
    mutationFn: (what: () => Promise<unknown>) => withProof(what),
    onError: (error) => toastError(errorMessage(error, 'Failed to change the webhook')),
    onSettled: () => void cache.hooks.invalidate(),
  });
  const carryOut = async (what: () => Promise<unknown>, title: string) => {
    if ((await act.mutateAsync(what).catch(() => null)) === null) return;
    toast({ title });
    onClose();
  };
  const showSecret = async (what: () => Promise<{ secret: string }>) => {
    const made = (await act.mutateAsync(what).catch(() => null)) as { secret: string } | null;
    if (made) onSecret(made.secret);
  };
  const save = () => {
    const tags = boards.split(/[\s,]+/).filter(Boolean);
    const input = { url, events: events as HookEvent[], boards: tags.length > 0 ? tags : null };
    if (hook) void carryOut(() => client.hooks.change.mutate({ id: hook.id, ...input }), 'Webhook changed');
    else void showSecret(() => client.hooks.create.mutate({ ...input, everything }));
  };
  return (
    <DialogForm
      submitLabel={hook ? 'Save' : 'Add'}
      busyLabel="Saving..."
      busy={act.isPending}
      onSubmit={save}
    >
      <TextInput
        label="Address"
        description="Where it is posted to, with https"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={HOOK_URL_MAX}
        data-autofocus
        disabled={act.isPending}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label="When" value={events} onChange={setEvents}>
        <Stack gap={0}>
          {HOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={EVENT_LABELS[event]}
              styles={{ body: { alignItems: 'center' }, label: { paddingBlock: '0.75rem' } }}
              disabled={act.isPending}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {!everything && (
        <TextInput
          label="On these boards alone"
          description="Their tags, such as #inbox. Empty: on all."
          dir="auto"
          autoComplete="off"
          disabled={act.isPending}
          value={boards}
          onChange={(event) => setBoards(event.currentTarget.value)}
        />
      )}
      {hook && (
        <HookActions
          hook={hook}
          busy={act.isPending}
          carryOut={carryOut}
          onRotate={showSecret}
          onLog={onLog}
        />
      )}
    </DialogForm>
  );
}

type ActionProps = {
  hook: Hook;
  busy: boolean;
  carryOut: (what: () => Promise<unknown>, title: string) => Promise<void>;
  onRotate: (what: () => Promise<{ secret: string }>) => Promise<void>;
  onLog: () => void;
};

function HookActions({
  hook: { id, active, formerSecretUntil },
  busy,
  carryOut,
  onRotate,
  onLog,
}: ActionProps) {
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Group gap="0.6rem">
        <Button variant="default" onClick={onLog}>
          Test and log
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void onRotate(() => client.hooks.rotate.mutate({ id }))}
        >
          New secret
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            void carryOut(
              () => client.hooks.change.mutate({ id, active: !active }),
              active ? 'Switched off' : 'Switched on',
            )
          }
        >
          {active ? 'Switch off' : 'Switch on'}
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            removing
              ? void carryOut(() => client.hooks.remove.mutate({ id }), 'The webhook is removed')
              : setRemoving(true)
          }
        >
          {removing ? 'Remove it for good' : 'Remove'}
        </Button>
      </Group>
      {formerSecretUntil && (
        <p>Until {exactTime(formerSecretUntil)} calls are signed with the former secret as well.</p>
      )}
    </>
  );
}

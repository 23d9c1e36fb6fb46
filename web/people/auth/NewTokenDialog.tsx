import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TOKEN_NAME_MAX } from '../../../src/contract/limits';
import type { TokenInput, TokenScope } from '../../../src/contract/tokens';
import { useIsOperator } from '../../product/session';
import { client, errorMessage } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import classes from '../../ui/DialogForm.module.css';
import { toastError } from '../../ui/toast';
import { withProof } from './proof';
import { SCOPE_LABELS } from './token-scopes';

const DAY_MS = 86_400_000;

/** In days. An empty value means that the token never expires. */
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'No end' },
];

export function NewTokenDialog({ opened, onClose }: DialogState) {
  const create = useMutation({
    mutationFn: (input: TokenInput) => withProof(() => client.tokens.create.mutate(input)),
    onError: (error) => toastError(errorMessage(error, 'Failed to make the token')),
  });
  const made = create.data;
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={made ? 'Your New Token' : 'New Token'}>
      {made ? (
        <div className={classes.form}>
          <p>
            Copy the token now. <strong>It is not shown again.</strong>
          </p>
          <TextInput
            aria-label={`Token ${made.name}`}
            readOnly
            value={made.token}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={close}>
              Done
            </Button>
            <Button data-autofocus autoFocus onClick={() => copyText(made.token, 'Token copied')}>
              Copy
            </Button>
          </div>
        </div>
      ) : (
        <TokenForm busy={create.isPending} onSubmit={create.mutate} />
      )}
    </Dialog>
  );
}

type FormProps = {
  busy: boolean;
  onSubmit: (input: TokenInput) => void;
};

function TokenForm({ busy, onSubmit }: FormProps) {
  const isOperator = useIsOperator();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [scope, setScope] = useState<TokenScope>('read');
  const [boards, setBoards] = useState('');
  const [days, setDays] = useState('365');
  const scopes = Object.entries(SCOPE_LABELS).map(([value, label]) => ({ value, label }));
  return (
    <DialogForm
      submitLabel="Make Token"
      busyLabel="Making..."
      busy={busy}
      onSubmit={() => {
        setMissing(!name.trim());
        const expiresAt = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null;
        const tags = scope === 'admin' ? [] : boards.split(/[\s,]+/).filter(Boolean);
        if (name.trim()) onSubmit({ name, scope, expiresAt, boards: tags.length > 0 ? tags : null });
      }}
    >
      <TextInput
        label="Name"
        description="The program that will use the token"
        dir="auto"
        autoComplete="off"
        maxLength={TOKEN_NAME_MAX}
        data-autofocus
        disabled={busy}
        error={missing && !name.trim() ? 'Name the token.' : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="It may"
        disabled={busy}
        data={scopes.filter(({ value }) => value !== 'admin' || isOperator)}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value as TokenScope)}
      />
      <TextInput
        label="On these boards alone"
        description="Their tags, such as #inbox. Empty: on all."
        dir="auto"
        autoComplete="off"
        disabled={busy || scope === 'admin'}
        value={scope === 'admin' ? '' : boards}
        onChange={(event) => setBoards(event.currentTarget.value)}
      />
      <NativeSelect
        label="It works for"
        disabled={busy}
        data={LIFETIMES}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NAME_MAX } from '../../src/contract/limits';
import { errorMessage, trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';

type Props = { userId: number; name: string; you: boolean };

/** An empty name brings the person's own one back. */
export function MemberName({ userId, name, you }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const give = trpc.boards.namePerson.useMutation({
    onSuccess({ message }) {
      setTyped(null);
      toast({ title: 'Name saved', description: message });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to save the name')),
  });
  if (typed === null)
    return (
      <Group gap="0.25rem" wrap="nowrap" mih={you ? undefined : '2.75rem'}>
        <strong>
          {name}
          {you && ' (you)'}
        </strong>
        {!you && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            data-touch
            aria-label={`Give ${name} a name that only you see`}
            onClick={() => setTyped(name.startsWith('+') ? '' : name)}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    );
  const save = (event: FormEvent) => {
    event.preventDefault();
    give.mutate({ userId, name: typed.trim() || null });
  };
  return (
    <form onSubmit={save}>
      <Group gap="0.5rem" wrap="nowrap">
        <TextInput
          aria-label={`Name for ${name} that only you see`}
          placeholder="Their own name"
          value={typed}
          maxLength={NAME_MAX}
          disabled={give.isPending}
          flex={1}
          miw={0}
          data-autofocus
          autoFocus
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation(); // the dialog stays open
            setTyped(null);
          }}
        />
        <Button type="submit" size="compact-md" flex="none" disabled={give.isPending}>
          {give.isPending ? 'Saving...' : 'Save'}
        </Button>
      </Group>
    </form>
  );
}

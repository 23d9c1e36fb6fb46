import { Switch } from '@mantine/core';
import type { OpenBoard, PageAudience } from '../../../src/contract/pages';
import { errorMessage, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

const LABELS = { page: 'Show what I post here on the page', guests: 'Let guests read what I post here' };

type Props = { open: OpenBoard; audience: PageAudience; about?: string };

export function ShowOwn({ open: { tag, shown }, audience, about }: Props) {
  const set = trpc.pages.show.useMutation({
    onSuccess: (_, { shown }) => toast({ title: shown ? 'It shows now' : 'It does not show any more' }),
    onError: (error) => toastError(errorMessage(error, 'Failed to change what shows')),
  });
  return (
    <Switch
      size="md"
      label={about ?? LABELS[audience]}
      description="All that you have posted on the board, and will post; you can take it back at any time."
      checked={set.isPending ? set.variables.shown : shown[audience]}
      disabled={set.isPending}
      onChange={({ currentTarget: { checked } }) => set.mutate({ tag, audience, shown: checked })}
    />
  );
}

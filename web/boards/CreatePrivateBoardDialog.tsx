import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { slug } from '../../src/contract/hashtags';
import { BOARD_NAME_MAX } from '../../src/contract/limits';
import { length } from '../../src/contract/text';
import { toast, toastError } from '../toasts';
import { sentenceOf, trpc } from '../trpc';
import { Dialog } from '../ui/Dialog';
import classes from './BoardDialog.module.css';
import { kindOf } from './board-kind';
import { useBoards } from './use-boards';

type Props = { opened: boolean; onClose: () => void; onCreated?: () => void };

/** A private board comes into being with a message that is nothing but its hashtag (spec 7). */
export function CreatePrivateBoardDialog({ opened, onClose, onCreated }: Props) {
  const navigate = useNavigate();
  const create = trpc.messages.add.useMutation({
    onError: (error) =>
      toastError(sentenceOf(error, 'Failed to create private board'), 'Error creating private board'),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={create.isPending} title="Create Private Board">
      <NameForm
        busy={create.isPending}
        onCancel={onClose}
        onSubmit={(board) =>
          create.mutate(
            { content: `#${board}`, hashtags: [board], source: 'ui' },
            {
              onSuccess() {
                toast({
                  title: 'Private board created',
                  description: `Your private board #${board} has been created successfully.`,
                });
                onClose();
                onCreated?.();
                void navigate({ to: '/tag/private/$tag', params: { tag: board } });
              },
            },
          )
        }
      />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onCancel: () => void; onSubmit: (board: string) => void };

function NameForm({ busy, onCancel, onSubmit }: FormProps) {
  const [typed, setTyped] = useState('');
  const { tags, shared } = useBoards();
  const board = slug(typed);
  const known = kindOf(board, { tags: tags.data ?? [], shared: shared.data ?? [] });
  const problem = problemOf(typed, board, known !== undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (board && !problem && !busy) onSubmit(board);
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Board name"
        description="Only you see it. Text this hashtag to add to it."
        placeholder="recipes"
        leftSection="#"
        data-autofocus
        disabled={busy}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/^#+/, ''))}
      />
      <p className={classes.preview} aria-live="polite">
        {board && board !== typed && !problem ? `Will be #${board}` : '\u00a0'}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={board === '' || problem !== undefined || busy}>
          {busy ? 'Creating...' : 'Create Board'}
        </Button>
      </div>
    </form>
  );
}

function problemOf(typed: string, board: string, known: boolean) {
  if (known) return `You already have #${board}`;
  if (typed.trim() !== '' && board === '') return 'Use at least one letter or number.';
  if (length(board) > BOARD_NAME_MAX) return `A board name can have at most ${BOARD_NAME_MAX} characters.`;
}

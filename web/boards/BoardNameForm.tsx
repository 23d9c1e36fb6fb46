import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { slug } from '../../src/contract/hashtags';
import { BOARD_NAME_MAX, length } from '../../src/contract/limits';
import { DialogForm, type DialogFormProps } from '../ui/DialogForm';
import { findBoard } from './use-board';
import { useBoards } from './use-boards';

type Props = Pick<DialogFormProps, 'submitLabel' | 'busyLabel' | 'busy'> & {
  field: TextInputProps;
  /** The present name of a board that is renamed. It counts as free. */
  ownName?: string;
  /** True if a name is needed before the form can be submitted. */
  waitsForName?: boolean;
  onSubmit: (boardName: string) => void;
};

export function BoardNameForm({ field, ownName, waitsForName, onSubmit, ...form }: Props) {
  const { tags, shared } = useBoards();
  const [typed, setTyped] = useState(ownName ?? '');
  const [missing, setMissing] = useState(false);
  const boardName = slug(typed);
  const isBlank = typed.trim() === '';
  const isTaken = boardName !== ownName && findBoard(boardName, tags.data, shared.data) !== undefined;
  const problem = isTaken ? `You already have #${boardName}` : problemOf(typed, boardName);
  const error = problem ?? (missing && isBlank && 'Board name is required');
  return (
    <DialogForm
      {...form}
      disabled={waitsForName && (isBlank || problem !== undefined)}
      onSubmit={() => {
        if (isBlank) setMissing(true);
        else if (!problem) onSubmit(boardName);
      }}
    >
      <div>
        <TextInput
          leftSection="#"
          data-autofocus
          disabled={form.busy}
          error={error}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/^#+/, ''))}
          {...field}
        />
        <p style={{ color: 'var(--ink-soft)', fontSize: '0.9rem' }} aria-live="polite">
          {boardName && boardName !== typed && !error ? `Will be #${boardName}` : '\u00a0'}
        </p>
      </div>
    </DialogForm>
  );
}

function problemOf(typed: string, boardName: string) {
  if (typed.trim() !== '' && boardName === '') return 'Use at least one letter or number.';
  if (length(boardName) > BOARD_NAME_MAX)
    return `A board name can have at most ${BOARD_NAME_MAX} characters.`;
}

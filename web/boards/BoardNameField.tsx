import { TextInput, type TextInputProps } from '@mantine/core';
import { slug } from '../../src/contract/hashtags';
import { BOARD_NAME_MAX } from '../../src/contract/limits';
import { length } from '../../src/contract/text';
import classes from './BoardNameField.module.css';
import { kindOf } from './board-kind';
import { useBoards } from './use-boards';

/** A name as it is typed: the board it makes, and why it cannot be one; '' where nothing has been typed. */
export function useBoardName(typed: string, own?: string) {
  const { tags, shared } = useBoards();
  const board = slug(typed);
  const known =
    board !== own && kindOf(board, { tags: tags.data ?? [], shared: shared.data ?? [] }) !== undefined;
  return { board, problem: problemOf(typed, board, known) };
}

function problemOf(typed: string, board: string, known: boolean) {
  if (known) return `You already have #${board}`;
  if (typed.trim() !== '' && board === '') return 'Use at least one letter or number.';
  if (length(board) > BOARD_NAME_MAX) return `A board name can have at most ${BOARD_NAME_MAX} characters.`;
}

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (typed: string) => void;
  /** The name it makes, shown where it is not what was typed. */
  board: string;
};

/** The name of a board, with a preview of how it will be written (spec 2, Dialogs). */
export function BoardNameField({ value, onChange, board, error, ...props }: Props) {
  return (
    <div>
      <TextInput
        leftSection="#"
        data-autofocus
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/^#+/, ''))}
        {...props}
      />
      <p className={classes.preview} aria-live="polite">
        {board && board !== value && !error ? `Will be #${board}` : '\u00a0'}
      </p>
    </div>
  );
}

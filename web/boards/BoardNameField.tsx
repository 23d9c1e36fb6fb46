import { TextInput, type TextInputProps } from '@mantine/core';
import { slug } from '../../src/contract/hashtags';
import { BOARD_NAME_MAX, length } from '../../src/contract/limits';
import classes from './BoardNameField.module.css';
import { findBoard } from './use-board';
import { useBoards } from './use-boards';

export function useBoardName(typed: string, ownName?: string) {
  const { tags, shared } = useBoards();
  const boardName = slug(typed);
  const taken = boardName !== ownName && findBoard(boardName, tags.data, shared.data) !== undefined;
  return { boardName, problem: problemOf(typed, boardName, taken) };
}

function problemOf(typed: string, boardName: string, taken: boolean) {
  if (taken) return `You already have #${boardName}`;
  if (typed.trim() !== '' && boardName === '') return 'Use at least one letter or number.';
  if (length(boardName) > BOARD_NAME_MAX)
    return `A board name can have at most ${BOARD_NAME_MAX} characters.`;
}

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (typed: string) => void;
  boardName: string;
};

export function BoardNameField({ value, onChange, boardName, error, ...props }: Props) {
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
        {boardName && boardName !== value && !error ? `Will be #${boardName}` : '\u00a0'}
      </p>
    </div>
  );
}

import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { type RefObject, useImperativeHandle, useRef } from 'react';
import { QUERY_MAX } from '../../src/contract/limits';
import { useTagCompletion } from '../boards/completion/use-tag-completion';
import { useQueryText } from './query-text';

type Props = Omit<TextInputProps, 'ref' | 'value' | 'onChange' | 'rightSection'> & {
  ref?: RefObject<HTMLInputElement | null>;
};

export function SearchInput({ ref, ...props }: Props) {
  const { text, board, type } = useQueryText();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current!);
  const completion = useTagCompletion({ offersNew: false });
  const label = board === undefined ? 'Search all messages' : `Search #${board}`;
  return (
    <>
      <TextInput
        ref={input}
        type="text"
        enterKeyHint="search"
        maxLength={QUERY_MAX}
        aria-label={label}
        placeholder={`${label}...`}
        rightSection={
          text && (
            <CloseButton
              aria-label="Clear search"
              size={props.size === 'sm' ? 'sm' : undefined}
              onClick={() => {
                type('');
                input.current?.focus();
              }}
            />
          )
        }
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        {...completion.fieldProps}
        {...completion.comboboxProps}
        {...props}
      />
      {completion.list}
    </>
  );
}

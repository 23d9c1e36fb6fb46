import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { QUERY_MAX } from '../../src/contract/limits';
import { useTagCompletion } from '../boards/completion/use-tag-completion';
import { useShortcut } from '../product/keyboard';

type Props = { text: string; onType: (text: string) => void; onSubmit: () => void; board?: string };

/** The search field of the search page. */
export function SearchField({ text, onType, onSubmit, board }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  const completion = useTagCompletion({ offersNew: false });
  const label = board === undefined ? 'Search all messages' : `Search #${board}`;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextInput
          ref={input}
          size="md"
          type="text"
          enterKeyHint="search"
          maxLength={QUERY_MAX}
          aria-label={label}
          aria-describedby="search-help"
          placeholder={`${label}...`}
          autoFocus
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={
            text && (
              <CloseButton
                aria-label="Clear search"
                onClick={() => {
                  onType('');
                  input.current?.focus();
                }}
              />
            )
          }
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          {...completion.fieldProps}
          {...completion.comboboxProps}
        />
        {completion.list}
      </form>
    </search>
  );
}

import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcut } from '../product/keyboard';
import { useQueryText } from './query-text';
import { SearchInput } from './SearchInput';

export function SearchField() {
  const { text, ask } = useQueryText();
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text);
        }}
      >
        <SearchInput
          ref={input}
          size="md"
          autoFocus
          aria-describedby="search-help"
          leftSection={<IconSearch size={20} aria-hidden />}
        />
      </form>
    </search>
  );
}

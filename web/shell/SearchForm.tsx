import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useShortcut } from '../product/keyboard';
import { useQueryText } from '../search/query-text';
import { SearchInput } from '../search/SearchInput';
import classes from './SearchBox.module.css';

type Props = { opened: boolean; onOpen: (opened: boolean) => void; onNavigate?: () => void };

export function SearchForm({ opened, onOpen, onNavigate }: Props) {
  const { text, type, ask } = useQueryText();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (opened) input.current?.focus();
  }, [opened]);
  useShortcut('/', () => input.current?.focus());

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = text.trim();
    if (query === '') return;
    ask(query);
    onNavigate?.();
  }

  return (
    <search>
      <form
        ref={box}
        className={classes.box}
        onSubmit={submit}
        onFocus={() => onOpen(true)}
        onBlur={({ relatedTarget }) => {
          if (box.current?.contains(relatedTarget)) return;
          onOpen(false);
          if (text !== '' && text.trim() === '') type('');
        }}
      >
        <SearchInput
          ref={input}
          size="sm"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text !== '') return;
            event.stopPropagation();
            input.current?.blur();
          }}
        />
        <ActionIcon type="submit" variant="default" size="input-sm" aria-label="Search">
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
      </form>
    </search>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../product/keyboard';
import { useQueryText } from '../search/query-text';
import { SearchInput } from '../search/SearchInput';
import { CommandBarHint } from './command/CommandBarHint';
import classes from './SearchBox.module.css';

export function SearchBox({ onNavigate }: { onNavigate?: () => void }) {
  const { text, type, ask } = useQueryText();
  const [opened, setOpened] = useState(false);
  const expanded = opened || text !== '';
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (opened) input.current?.focus();
  }, [opened]);

  useShortcut('/', () => {
    setOpened(true);
    input.current?.focus();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = text.trim();
    if (query === '') return;
    ask(query);
    onNavigate?.();
  }

  if (!expanded)
    return (
      <div className={classes.closed}>
        <button type="button" className={classes.opener} onClick={() => setOpened(true)}>
          <IconSearch aria-hidden />
          <span>Search</span>
        </button>
        <CommandBarHint />
      </div>
    );
  return (
    <search>
      <form
        ref={box}
        className={classes.box}
        onSubmit={submit}
        onFocus={() => setOpened(true)}
        onBlur={({ relatedTarget }) => {
          if (box.current?.contains(relatedTarget)) return;
          setOpened(false);
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

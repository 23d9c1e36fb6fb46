import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { QUERY_MAX } from '../../src/contract/limits';
import { useTagCompletion } from '../boards/completion/use-tag-completion';
import { useShortcut } from '../product/keyboard';
import classes from './SearchBox.module.css';

/**
 * The search box of the sidebar. It is only a button until it is opened, and becomes a button again when it
 * loses the focus while empty.
 */
export function SearchBox({ onNavigate }: { onNavigate?: () => void }) {
  const [expanded, setExpanded] = useState(false);
  const [typed, setTyped] = useState('');
  const completion = useTagCompletion({ offersNew: false });
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (expanded) input.current?.focus();
  }, [expanded]);

  useShortcut('/', () => {
    setExpanded(true);
    input.current?.focus();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = typed.trim();
    if (query === '') return;
    void navigate({ to: '/search', search: { q: query } });
    onNavigate?.();
  }

  if (!expanded)
    return (
      <button type="button" className={classes.collapsed} onClick={() => setExpanded(true)}>
        <IconSearch aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>/</kbd>
      </button>
    );
  return (
    <search>
      <form
        ref={box}
        className={classes.box}
        onSubmit={submit}
        onBlur={({ relatedTarget }) => {
          if (typed.trim() === '' && !box.current?.contains(relatedTarget)) setExpanded(false);
        }}
      >
        <TextInput
          ref={input}
          type="text"
          enterKeyHint="search"
          maxLength={QUERY_MAX}
          aria-label="Search all messages"
          placeholder="Search all messages..."
          size="sm"
          rightSection={
            typed && (
              <CloseButton
                size="sm"
                aria-label="Clear search"
                onClick={() => {
                  setTyped('');
                  input.current?.focus();
                }}
              />
            )
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed !== '') return;
            event.stopPropagation();
            input.current?.blur();
          }}
          {...completion.fieldProps}
          {...completion.comboboxProps}
        />
        {completion.list}
        <ActionIcon type="submit" variant="default" size="input-sm" aria-label="Search">
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
      </form>
    </search>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import { useTagBoards } from '../use-tag-boards';
import { type Field, replaceInField } from './caret';
import { hashtagAt } from './hashtag-at';
import { matchTags, type TagOption } from './match-tags';
import { TagList } from './TagList';

type Options = { onPick?: (tag: string) => void; offersNew?: boolean; without?: readonly string[] };

type Typed = { start: number | null; end: number; typed: string };

/** The typed tag and its options. The options do not change when boards change, so that no option moves. */
type Shown = Typed & { options: TagOption[] };

export function useTagCompletion({ onPick, offersNew = true, without }: Options = {}) {
  const id = useId();
  const field = useRef<Field>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [active, setActive] = useState(-1);
  const boards = useTagBoards();
  const options = shown?.options ?? [];
  const isOpen = options.length > 0;
  const isWhole = onPick !== undefined;

  function open(typed: Typed | null) {
    setShown(
      typed && boards ? { ...typed, options: matchTags(boards, typed.typed, { offersNew, without }) } : null,
    );
    setActive(-1);
  }

  function pick({ tag, isNew }: TagOption) {
    const { current } = field;
    if (!shown || !current) return;
    open(null);
    if (onPick) return onPick(tag);
    const { start, end, typed } = shown;
    const space = /^\s/.test(current.value.slice(end)) ? '' : ' ';
    // the hashtag of a new board stays as it was typed
    replaceInField(current, start ?? 0, end, `#${isNew ? typed : tag}${space}`);
  }

  function onKeyDownCapture(event: KeyboardEvent<Field>) {
    // the list ignores the keys while an input method composes a word
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const use = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen) {
      if (!step || !isWhole) return;
      field.current = event.currentTarget;
      use();
      return open(wholeOf(event.currentTarget));
    }
    if (step) {
      use();
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if (event.key === 'Escape') {
      use();
      open(null);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const option = event.shiftKey ? undefined : options[active];
      if (!option) return open(null); // the field handles the key as it does without a list
      use();
      pick(option);
    }
  }

  return {
    fieldProps: {
      onInput(event: SyntheticEvent<Field>) {
        field.current = event.currentTarget;
        const { value, selectionStart } = event.currentTarget;
        if (isWhole) open(value.trim() === '' ? null : wholeOf(event.currentTarget));
        else open(hashtagAt(value, selectionStart ?? value.length));
      },
      onSelect({ currentTarget: { value, selectionStart, selectionEnd } }: SyntheticEvent<Field>) {
        if (!shown || shown.start === null) return;
        const at = selectionStart === selectionEnd && hashtagAt(value, selectionEnd ?? 0);
        if (!at || at.start !== shown.start) open(null);
      },
      onBlur: () => open(null),
      onKeyDownCapture,
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
      // while the list is open, Escape must close only the list, and not the dialog around it
      'data-mantine-stop-propagation': isOpen || undefined,
    } as const,
    /** Further properties for a field of one line. A textarea must not have the role `combobox`. */
    comboboxProps: { role: 'combobox', 'aria-expanded': isOpen, 'aria-haspopup': 'listbox' } as const,
    list: (
      <>
        <VisuallyHidden role="status">
          {isOpen && `${countOf(options.length, 'board')} to choose from with the arrow keys.`}
        </VisuallyHidden>
        {isOpen && (
          <TagList
            id={id}
            field={field}
            start={shown?.start ?? null}
            options={options}
            active={active}
            onPick={pick}
          />
        )}
      </>
    ),
  };
}

const wholeOf = ({ value }: Field): Typed => ({
  start: null,
  end: value.length,
  typed: value.trim().replace(/^#+/, ''),
});

import { Button, CloseButton, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { hashtagSlug } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { tint } from '../../product/tint';
import { toastError } from '../../ui/toast';
import classes from './TagsInput.module.css';

const NONE: readonly string[] = [];

/**
 * The chosen tags, and `all`: with the one that is being written, which whoever saves means too. `known` are those
 * that the message has besides, which cannot be added again.
 */
export function useTagsInput(initial: string[], known: readonly string[] = NONE) {
  const [tags, onChange] = useState(initial);
  const [typed, onType] = useState('');
  const tag = hashtagSlug(typed);
  const all = tag === '' || tags.includes(tag) || known.includes(tag) ? tags : [...tags, tag];
  return { all, field: { tags, known, onChange, typed, onType } };
}

type Props = ReturnType<typeof useTagsInput>['field'] & {
  disabled: boolean;
  hint: string;
  autoFocus?: boolean;
};

/** The 'Boards:' part of the message dialogs: chosen tags with remove buttons, and a field for more (spec 2 and 5). */
export function TagsInput({ tags, known, onChange, typed, onType, disabled, hint, autoFocus }: Props) {
  const label = useId();
  const full = tags.length + known.length >= TAGS_MAX;

  function add() {
    const text = typed.trim().replace(/^#+/, '').trim();
    if (text === '') return;
    const tag = hashtagSlug(text);
    if (tag === '')
      return toastError('Hashtag must contain at least one letter or number.', 'Invalid Hashtag');
    if (tags.includes(tag) || known.includes(tag))
      toastError('This hashtag is already added.', 'Duplicate Tag');
    else onChange([...tags, tag]);
    onType('');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this is
    <div role="group" aria-labelledby={label} className={classes.boards}>
      <div className={classes.head}>
        <span id={label}>Boards:</span>
        <span className={classes.hint} aria-live="polite">
          {hint}
        </span>
      </div>
      {tags.length > 0 && (
        <ul className={classes.chips}>
          {tags.map((tag) => (
            <li key={tag} {...tint(tag)}>
              #{tag}
              <CloseButton
                size="sm"
                radius="xl"
                disabled={disabled}
                aria-label={`Remove ${tag}`}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.row}>
        <TextInput
          aria-label="Add new hashtag"
          placeholder="Add new hashtag..."
          data-autofocus={autoFocus || undefined}
          disabled={disabled || full}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            // while a word is being composed (Chinese, Japanese), Enter belongs to the composition
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" size="md" disabled={disabled || full} onClick={add}>
          Add
        </Button>
      </div>
    </div>
  );
}

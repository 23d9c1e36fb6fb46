import { Button, CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { hashtagSlug } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { useTagCompletion } from '../../boards/completion/use-tag-completion';
import { tint } from '../../product/tint';
import { toastError } from '../../ui/toast';
import classes from './TagsInput.module.css';

const NONE: readonly string[] = [];

/** `tags` contains the tag in the text field too, because people often forget to press Add. */
export function useTagsInput(initial: string[], existing: readonly string[] = NONE) {
  const [chosen, onChange] = useState(initial);
  const [typed, onType] = useState('');
  const tag = hashtagSlug(typed);
  const isNew = tag !== '' && !chosen.includes(tag) && !existing.includes(tag);
  return {
    tags: isNew ? [...chosen, tag] : chosen,
    replace(replaced: string, by?: string) {
      if (chosen.includes(replaced))
        onChange([...new Set(chosen.flatMap((other) => (other === replaced ? (by ?? []) : other)))]);
      if (tag === replaced) onType(by ?? '');
    },
    inputProps: { chosen, existing, onChange, typed, onType },
  };
}

type Props = ReturnType<typeof useTagsInput>['inputProps'] & {
  disabled: boolean;
  hint: ReactNode;
  autoFocus?: boolean;
};

export function TagsInput({ chosen, existing, onChange, typed, onType, disabled, hint, autoFocus }: Props) {
  const label = useId();
  const full = chosen.length + existing.length >= TAGS_MAX;

  const completion = useTagCompletion({ onPick: add, without: [...chosen, ...existing] });

  function add(picked: string) {
    const text = picked.trim().replace(/^#+/, '').trim();
    if (text === '') return;
    const tag = hashtagSlug(text);
    if (tag === '')
      return toastError('Hashtag must contain at least one letter or number.', 'Invalid Hashtag');
    if (chosen.includes(tag) || existing.includes(tag))
      toastError('This hashtag is already added.', 'Duplicate Tag');
    else onChange([...chosen, tag]);
    onType('');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be placed beside the hint
    <div role="group" aria-labelledby={label} className={classes.boards}>
      <div className={classes.head}>
        <span id={label}>Boards:</span>
        <span className={classes.hint} aria-live="polite">
          {hint}
        </span>
      </div>
      {chosen.length > 0 && (
        <ul className={classes.chips}>
          {chosen.map((tag) => (
            <li key={tag} {...tint(tag)}>
              #{tag}
              <CloseButton
                size="sm"
                radius="xl"
                disabled={disabled}
                aria-label={`Remove ${tag}`}
                onClick={() => onChange(chosen.filter((other) => other !== tag))}
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
            // while an input method composes a word (Chinese, Japanese), Enter confirms the word
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add(typed);
          }}
          {...completion.fieldProps}
          {...completion.comboboxProps}
        />
        {completion.list}
        <Button variant="default" size="md" disabled={disabled || full} onClick={() => add(typed)}>
          Add
        </Button>
      </div>
    </div>
  );
}

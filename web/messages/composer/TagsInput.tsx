import { Box, Button, CloseButton, Group, Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { hashtagSlug } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { useTagCompletion } from '../../boards/completion/use-tag-completion';
import { tint } from '../../product/tint';
import { toastError } from '../../ui/toast';
import { DestinationHint } from './DestinationHint';
import classes from './TagsInput.module.css';
import type { useDestination } from './use-destination';

const NONE: readonly string[] = [];

/** `tags` contains the tag in the text field too, because people often forget to press Add. */
export function useTagsInput(initial: string[], existing: readonly string[] = NONE) {
  const [chosen, onChange] = useState(initial);
  const [typed, onType] = useState('');
  const tag = hashtagSlug(typed);
  const isNew = tag !== '' && !chosen.includes(tag) && !existing.includes(tag);
  return {
    tags: isNew ? [...chosen, tag] : chosen,
    add: (added: string) => onChange([...new Set([...chosen, added])]),
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
  destination: Pick<ReturnType<typeof useDestination>, 'all' | 'boards'>;
  /** Shown instead of the sentence that names the boards. */
  sentence?: string;
  autoFocus?: boolean;
};

export function TagsInput({ destination, sentence, disabled, autoFocus, ...input }: Props) {
  const { chosen, existing, onChange, typed, onType } = input;
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
    <Stack role="group" aria-labelledby={label} gap="0.6rem">
      <Group gap="0 1rem" justify="space-between" align="baseline" fw={500}>
        <span id={label}>Boards:</span>
        <Box c="dimmed" fz="0.875rem" fw={400} style={{ overflowWrap: 'anywhere' }} aria-live="polite">
          <DestinationHint tags={destination.all} boards={destination.boards} sentence={sentence} />
        </Box>
      </Group>
      {chosen.length > 0 && (
        <Group component="ul" gap="0.4rem" className={classes.chips}>
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
        </Group>
      )}
      <Group gap="0.5rem" wrap="nowrap" align="stretch">
        <TextInput
          flex={1}
          miw={0}
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
        <Button
          variant="default"
          size="md"
          flex="none"
          disabled={disabled || full}
          onClick={() => add(typed)}
        >
          Add
        </Button>
      </Group>
    </Stack>
  );
}

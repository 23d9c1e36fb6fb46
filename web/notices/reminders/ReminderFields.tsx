import { Button, CloseButton, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { useId } from 'react';
import { COMMON_RULES, ruleInWords } from '../../../src/contract/repeats';
import { useNow } from '../../ui/dates';
import { choicesAt, type Reminder, toClockTime, useTimeZone } from './times';

type Props = {
  value: Reminder | null;
  onChange: (value: Reminder | null) => void;
  disabled: boolean;
  autoFocus?: boolean;
  required?: boolean;
};

export function ReminderFields({ value, onChange, disabled, autoFocus, required }: Props) {
  const label = useId();
  const zone = useTimeZone();
  const now = useNow();
  const choices = choicesAt(now, zone);
  const rules = [...COMMON_RULES, ...(value?.rule && !COMMON_RULES.includes(value.rule) ? [value.rule] : [])];
  return (
    <Stack role="group" aria-labelledby={label} gap="0.6rem">
      <Group component="span" id={label} gap="0.4rem" fw={500}>
        <IconAlarm size={18} aria-hidden /> Remind me:
      </Group>
      <Group gap="0.5rem">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            variant={value?.at === choice.at ? 'filled' : 'default'}
            size="compact-md"
            aria-pressed={value?.at === choice.at}
            disabled={disabled}
            onClick={() => onChange({ rule: value?.rule ?? null, at: choice.at })}
          >
            {choice.label}
          </Button>
        ))}
        {!value && (
          <Button
            variant="default"
            size="compact-md"
            disabled={disabled}
            onClick={() => onChange({ rule: null, at: toClockTime(now + 3_600_000, zone) })}
          >
            Pick a time
          </Button>
        )}
      </Group>
      {value && (
        <Group gap="0.5rem">
          <TextInput
            type="datetime-local"
            aria-label="Date and time"
            flex="1 1 13rem"
            data-autofocus={autoFocus || undefined}
            min={toClockTime(now, zone)}
            max="2099-12-31T23:59"
            disabled={disabled}
            value={value.at}
            onChange={(event) => onChange({ ...value, at: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label="Repeat"
            flex="1 1 9rem"
            miw={0}
            disabled={disabled}
            value={value.rule ?? ''}
            onChange={(event) => onChange({ ...value, rule: event.currentTarget.value || null })}
            data={[
              { value: '', label: 'Once' },
              ...rules.map((rule) => ({ value: rule, label: capitalised(ruleInWords(rule)) })),
            ]}
          />
          {!required && (
            <CloseButton aria-label="No reminder" disabled={disabled} onClick={() => onChange(null)} />
          )}
        </Group>
      )}
    </Stack>
  );
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

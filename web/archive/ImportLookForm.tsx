import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../src/contract/counts';
import { lookDetails, lookSentence } from '../../src/contract/import-words';
import type { ImportJob, ImportLook } from '../../src/contract/imports';
import { errorMessage, trpc } from '../product/trpc';
import { toastError } from '../ui/toast';
import classes from './ImportCard.module.css';
import { Unreadable } from './Unreadable';

type Props = { job: ImportJob; busy: boolean; onCancel: () => void };

export function ImportLookForm({ job: { id, look }, busy, onCancel }: Props) {
  const [tag, setTag] = useState('');
  const [chosen, setChosen] = useState(look?.chosen ?? []);
  const start = trpc.imports.start.useMutation({
    onError: (error) => toastError(errorMessage(error, 'Failed to start the import')),
  });
  if (!look) return null;
  const isEmpty = look.notes === 0 && look.groups.length === 0;
  const mustChoose = look.groups.length > 0 && chosen.length === 0;

  return (
    <Stack
      component="form"
      gap="0.75rem"
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending)
          start.mutate({ id, ...(look.groups.length > 0 && { groups: chosen }), ...(tag && { tag }) });
      }}
    >
      <p role="status" className={classes.sentence}>
        {look.groups.length > 0 ? chosenSentence(look, chosen) : `${lookSentence(look)}.`}
      </p>
      {lookDetails(look).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Unreadable count={look.unreadable} reasons={look.reasons} />
      {look.groups.length > 0 && (
        <fieldset className={classes.groups}>
          <legend>Whose messages to import</legend>
          {look.groups.map((group) => (
            <label key={group.id}>
              <input
                type="checkbox"
                checked={chosen.includes(group.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, group.id] : chosen.filter((id) => id !== group.id))
                }
              />
              <bdi>{group.name}</bdi>
              <span>{group.notes.toLocaleString('en-US')}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!isEmpty && (
        <TextInput
          label="Hashtag for notes without one"
          description="Labels, folders and hashtags of the notes become boards by themselves."
          placeholder="uncategorized"
          value={tag}
          maxLength={50}
          autoCapitalize="none"
          onChange={({ currentTarget }) => setTag(currentTarget.value.replace(/^#+/, ''))}
        />
      )}
      <Group justify="flex-end" gap="0.75rem">
        <Button variant="default" disabled={busy || start.isPending} onClick={onCancel}>
          {isEmpty ? 'Close' : 'Cancel'}
        </Button>
        {!isEmpty && (
          <Button type="submit" disabled={busy || mustChoose} loading={start.isPending}>
            Import
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function chosenSentence({ groups }: ImportLook, chosen: string[]): string {
  if (chosen.length === 0) return 'Choose whose messages to import.';
  const notes = groups.filter(({ id }) => chosen.includes(id)).reduce((sum, group) => sum + group.notes, 0);
  return `${countOf(notes, 'note')} of ${groups.length.toLocaleString('en-US')} conversations or people are chosen.`;
}

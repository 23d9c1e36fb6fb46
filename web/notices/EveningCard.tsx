import { Group, Switch, TextInput } from '@mantine/core';
import { DIARY_TAG } from '../../src/contract/limits';
import { ProfileCard } from '../people/ProfileCard';
import { cache, errorMessage, trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';

const EVENING = '20:00';

/** Saved when a field is left, like the times of digests. */
export function EveningCard() {
  const stored = trpc.evening.get.useQuery();
  const tags = trpc.boards.tags.useQuery().data ?? [];
  const show = (saved: typeof stored.data) => {
    cache.evening.get.setData(undefined, saved ?? null);
    toast({ title: 'Settings updated' });
  };
  const onError = (error: unknown) => toastError(errorMessage(error, 'Failed to update settings'));
  const set = trpc.evening.set.useMutation({ onSuccess: show, onError });
  const end = trpc.evening.end.useMutation({ onSuccess: () => show(null), onError });
  const busy = set.isPending || end.isPending || stored.data === undefined;
  const { time, tag } = stored.data ?? { time: EVENING, tag: DIARY_TAG };
  const isOn = set.isPending || (Boolean(stored.data) && !end.isPending);
  const save = (change: Partial<{ time: string; tag: string }>) => set.mutate({ time, tag, ...change });
  return (
    <ProfileCard
      id="evening-question"
      title="Evening question"
      note="One text a day asks what you want to remember of it, with what you wrote on this day a year ago. Your answer is kept on a board."
    >
      <Switch
        size="md"
        label="Ask me each day"
        checked={isOn}
        disabled={busy}
        onChange={({ currentTarget: { checked } }) => (checked ? save({}) : end.mutate())}
      />
      {stored.data && (
        <Group gap="0.5rem" mt="0.75rem">
          <TextInput
            key={time}
            type="time"
            aria-label="Time of the evening question"
            defaultValue={time}
            disabled={busy}
            onBlur={({ currentTarget: { value } }) => value && value !== time && save({ time: value })}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <TextInput
            key={tag}
            aria-label="Board of your answers"
            leftSection="#"
            list="evening-boards"
            defaultValue={tag}
            disabled={busy}
            onBlur={({ currentTarget: { value } }) => value && value !== tag && save({ tag: value })}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <datalist id="evening-boards">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </Group>
      )}
    </ProfileCard>
  );
}

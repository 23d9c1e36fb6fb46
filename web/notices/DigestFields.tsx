import { Group, NativeSelect, TextInput } from '@mantine/core';
import { type Digest, WEEKDAY_NAMES } from '../../src/contract/digest-times';
import { cache, errorMessage, trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';

type Props = {
  boardId: number | null;
  about: string;
  digest: Digest | undefined;
  otherwise: string;
};

const MORNING = '08:00';

export function DigestFields({ boardId, about, digest, otherwise }: Props) {
  const show = (saved: Digest[]) => {
    cache.digests.list.setData(undefined, (old = []) => [
      ...old.filter((other) => other.boardId !== boardId),
      ...saved,
    ]);
    toast({ title: 'Settings updated' });
  };
  const onError = (error: unknown) => toastError(errorMessage(error, 'Failed to update the digest'));
  const set = trpc.digests.set.useMutation({ onSuccess: (saved) => show([saved]), onError });
  const end = trpc.digests.end.useMutation({ onSuccess: () => show([]), onError });
  const busy = set.isPending || end.isPending;
  const { weekday = null, time = MORNING } = digest ?? {};
  const save = (change: Partial<Omit<Digest, 'boardId'>>) =>
    set.mutate({ boardId, weekday, time, ...change });
  return (
    <Group gap="0.5rem">
      <NativeSelect
        aria-label={`When to tell me about ${about}`}
        value={digest ? (weekday === null ? 'daily' : 'weekly') : 'off'}
        disabled={busy}
        data={[
          { value: 'off', label: otherwise },
          { value: 'daily', label: 'One digest a day' },
          { value: 'weekly', label: 'One digest a week' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          value === 'off'
            ? end.mutate({ boardId })
            : save({ weekday: value === 'weekly' ? (weekday ?? 0) : null })
        }
      />
      {digest && weekday !== null && (
        <NativeSelect
          aria-label={`Day of the digest about ${about}`}
          value={String(weekday)}
          disabled={busy}
          data={WEEKDAY_NAMES.map((label, value) => ({ value: String(value), label }))}
          onChange={({ currentTarget: { value } }) => save({ weekday: Number(value) })}
        />
      )}
      {digest && (
        <TextInput
          key={time}
          type="time"
          aria-label={`Time of the digest about ${about}`}
          defaultValue={time}
          disabled={busy}
          onBlur={({ currentTarget: { value } }) => value && value !== time && save({ time: value })}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      )}
    </Group>
  );
}

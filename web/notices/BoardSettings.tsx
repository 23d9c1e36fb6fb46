import { Group, NativeSelect, Switch } from '@mantine/core';
import type { Digest } from '../../src/contract/digest-times';
import type { NotificationChannel } from '../../src/contract/push';
import { cache, errorMessage, trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';
import { DigestFields } from './DigestFields';
import classes from './NotificationsPage.module.css';

type Props = {
  id: number;
  name: string;
  role: string;
  enabled: boolean;
  answersPosted: boolean;
  digest: Digest | undefined;
};

export function BoardSettings({ id, name, role, enabled, answersPosted, digest }: Props) {
  const set = trpc.notifications.setPreference.useMutation({
    onSuccess(saved) {
      cache.notifications.preferences.setData(undefined, (old) => withSaved(old, saved));
      toast({ title: 'Settings updated' });
    },
    onError: showFailure,
  });
  const isPushed = (trpc.push.list.useQuery().data ?? []).length > 0;
  return (
    <>
      <Switch
        size="md"
        labelPosition="left"
        classNames={{ body: classes.row, labelWrapper: classes.label }}
        label={
          <>
            {name} <span className={classes.role}>{role}</span>
          </>
        }
        checked={set.isPending ? set.variables.smsEnabled : enabled}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ boardId: id, smsEnabled: event.currentTarget.checked })}
      />
      {enabled && (
        <Group gap="0.5rem" mt="0.6rem">
          <DigestFields boardId={id} about={`#${name}`} digest={digest} otherwise="Like all boards" />
          {isPushed && <ChannelField boardId={id} about={`#${name}`} />}
          <AnswersField boardId={id} about={`#${name}`} posted={answersPosted} />
        </Group>
      )}
    </>
  );
}

function AnswersField({ boardId, about, posted }: { boardId: number; about: string; posted: boolean }) {
  const set = trpc.notifications.setAnswersPosted.useMutation({
    onSuccess(saved) {
      cache.notifications.preferences.setData(undefined, (old) => withSaved(old, saved));
      toast({ title: 'Settings updated' });
    },
    onError: showFailure,
  });
  return (
    <NativeSelect
      aria-label={`What I text after a notification about ${about}`}
      value={String(set.isPending ? set.variables.answersPosted : posted)}
      disabled={set.isPending}
      data={[
        { value: 'false', label: 'Ask before posting my answers' },
        { value: 'true', label: 'Post my answers' },
      ]}
      onChange={({ currentTarget: { value } }) => set.mutate({ boardId, answersPosted: value === 'true' })}
    />
  );
}

function ChannelField({ boardId, about }: { boardId: number; about: string }) {
  const { data } = trpc.notifications.channels.useQuery();
  const channel = data?.find((other) => other.boardId === boardId)?.channel ?? 'push';
  const set = trpc.notifications.setChannel.useMutation({
    onSuccess(saved) {
      cache.notifications.channels.setData(undefined, (old) => withSaved(old, saved));
      toast({ title: 'Settings updated' });
    },
    onError: showFailure,
  });
  return (
    <NativeSelect
      aria-label={`How to tell me about ${about}`}
      value={set.isPending ? set.variables.channel : channel}
      disabled={set.isPending || !data}
      data={[
        { value: 'push', label: 'By push' },
        { value: 'text', label: 'By text' },
      ]}
      onChange={({ currentTarget: { value } }) =>
        set.mutate({ boardId, channel: value as NotificationChannel['channel'] })
      }
    />
  );
}

const withSaved = <T extends { boardId: number }>(old: T[] = [], saved: T): T[] => [
  ...old.filter(({ boardId }) => boardId !== saved.boardId),
  saved,
];

const showFailure = (error: unknown) =>
  toastError(errorMessage(error, 'Failed to update notification settings'));

import { Box, Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import { withoutHashtags } from '../../../src/contract/hashtags';
import type { ListedReminder } from '../../../src/contract/reminders';
import { ruleInWords } from '../../../src/contract/repeats';
import { choicesAt, momentInWords, useTimeZone } from '../../notices/reminders/times';
import { restore, useEndReminder } from '../../notices/reminders/use-end-reminder';
import { SIDEBAR_POLL } from '../../product/query-client';
import { errorMessage, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useNow } from '../../ui/dates';
import { Loaded } from '../../ui/Loaded';
import { Notice } from '../../ui/Notice';
import { Link } from '../../ui/router';
import sheet from '../../ui/SheetPage.module.css';
import { toast, toastError } from '../../ui/toast';
import { useMessageDialog } from '../card/message-action';
import { messageExcerpt } from '../message-excerpt';
import classes from './RemindersPage.module.css';

export function RemindersPage() {
  usePageTitle('Reminders');
  const reminders = trpc.reminders.list.useQuery(undefined, SIDEBAR_POLL);
  const zone = useTimeZone();
  const section = (title: string, Row: FunctionComponent<RowProps>, time: 'remindAt' | 'remindedAt') => {
    const listed = reminders.data?.filter((reminder) => reminder[time] !== null) ?? [];
    if (listed.length === 0) return null;
    return (
      <section className={classes.section} aria-label={title}>
        <h2>{title}</h2>
        <ul className={sheet.list}>
          {listed.map((reminder) => (
            <Row key={reminder.messageId} reminder={reminder} zone={zone} />
          ))}
        </ul>
      </section>
    );
  };
  return (
    <Box className={sheet.page} maw="44rem">
      <h1>Reminders</h1>
      <p>We text you these messages at their times. Your time zone is {zone.replaceAll('_', ' ')}.</p>
      <Loaded query={reminders} what="your reminders" height={160} radius="lg">
        {(all) => (
          <>
            {all.length === 0 && (
              <Notice icon={<IconAlarm size={30} aria-hidden />} title="Nothing to come">
                Choose “Remind me” in the menu of a message, or text REMIND call mum fri 9am.
              </Notice>
            )}
            {section('In the last day', SentRow, 'remindedAt')}
            {section('To come', ComingRow, 'remindAt')}
          </>
        )}
      </Loaded>
    </Box>
  );
}

type RowProps = { reminder: ListedReminder; zone: string };

function ComingRow({ reminder, zone }: RowProps) {
  const { message, remindAt, remindRule, snoozed } = reminder;
  const openDialog = useMessageDialog();
  const end = useEndReminder();
  const note = [snoozed && 'put off', remindRule && ruleInWords(remindRule)].filter(Boolean).join(', ');
  return (
    <Row
      when={momentInWords(remindAt!, useNow(), zone)}
      note={note}
      reminder={reminder}
      buttons={[
        {
          label: 'Change',
          about: 'Change the reminder',
          onClick: () => openDialog({ action: 'remind', message }),
        },
        {
          label: 'End',
          about: 'End the reminder',
          disabled: end.isPending,
          onClick: () => end.mutate({ id: message.id }),
        },
      ]}
    />
  );
}

function SentRow({ reminder, zone }: RowProps) {
  const { message, remindedAt } = reminder;
  const { id } = message;
  const now = useNow();
  const onError = (error: unknown) => toastError(errorMessage(error, 'Failed to change the reminder'));
  const done = (title: string) => toast({ title, onUndo: () => restore(id) });
  const snooze = trpc.reminders.snooze.useMutation({
    onSuccess: ({ remindAt }) =>
      done(`Again: ${remindAt ? momentInWords(remindAt, Date.now(), zone) : 'later'}`),
    onError,
  });
  const end = trpc.reminders.done.useMutation({ onSuccess: () => done('Done'), onError });
  const disabled = snooze.isPending || end.isPending;
  const until = choicesAt(now, zone).find(({ label }) => label === 'Tomorrow')!.at;
  const again = (label: string, input: Parameters<typeof snooze.mutate>[0]) => ({
    label,
    about: `${label} again`,
    disabled,
    onClick: () => snooze.mutate(input),
  });
  return (
    <Row
      when={momentInWords(remindedAt!, now, zone)}
      reminder={reminder}
      buttons={[
        again('In an hour', { id }),
        again('Tomorrow', { id, until }),
        { label: 'Done', about: 'Done', variant: 'filled', disabled, onClick: () => end.mutate({ id }) },
      ]}
    />
  );
}

type RowButton = ButtonProps & { label: string; about: string; onClick: () => void };
type WordsProps = { when: string; note?: string; reminder: ListedReminder; buttons: RowButton[] };

function Row({ when, note, reminder: { message }, buttons }: WordsProps) {
  const { content, media } = message;
  const [tag] = message.tags;
  const text = messageExcerpt({ content: withoutHashtags(content).trim() || content, media });
  return (
    <Group component="li" justify="space-between" gap="0.6rem 1rem">
      <Stack flex="1 1 16rem" gap="0.15rem" miw={0}>
        <strong style={{ fontWeight: 600 }}>
          {when}
          {note && (
            <Box component="span" c="dimmed" fw={400}>
              {' '}
              · {note}
            </Box>
          )}
        </strong>
        <span style={{ overflowWrap: 'anywhere' }} dir="auto">
          {text}
        </span>
        {tag !== undefined && (
          <Link to="/tag/$tag" params={{ tag }} className={classes.board}>
            #{tag}
          </Link>
        )}
      </Stack>
      <Group gap="0.5rem">
        {buttons.map(({ label, about, ...props }) => (
          <Button key={label} variant="default" size="compact-md" aria-label={`${about}: ${text}`} {...props}>
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}

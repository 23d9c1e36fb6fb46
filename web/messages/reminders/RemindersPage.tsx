import { Box, Button, type ButtonProps, Group, Skeleton, Stack } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { withoutHashtags } from '../../../src/contract/hashtags';
import type { Message } from '../../../src/contract/messages';
import type { ListedReminder } from '../../../src/contract/reminders';
import { ruleInWords } from '../../../src/contract/repeats';
import { choicesAt, momentInWords, useTimeZone } from '../../notices/reminders/times';
import { restore, useEndReminder } from '../../notices/reminders/use-end-reminder';
import { SIDEBAR_POLL } from '../../product/query-client';
import { errorMessage, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useNow } from '../../ui/dates';
import { LoadError, Notice } from '../../ui/Notice';
import { Link } from '../../ui/router';
import sheet from '../../ui/SheetPage.module.css';
import { toast, toastError } from '../../ui/toast';
import { useMessageDialog } from '../card/message-action';
import { messageExcerpt } from '../message-excerpt';
import classes from './RemindersPage.module.css';

export function RemindersPage() {
  usePageTitle('Reminders');
  const { data, isError, isFetching, refetch } = trpc.reminders.list.useQuery(undefined, SIDEBAR_POLL);
  const zone = useTimeZone();
  const coming = data?.filter(({ remindAt }) => remindAt !== null) ?? [];
  const sent = data?.filter(({ remindedAt }) => remindedAt !== null) ?? [];
  return (
    <Box className={sheet.page} maw="44rem">
      <h1>Reminders</h1>
      <p>We text you these messages at their times. Your time zone is {zone.replaceAll('_', ' ')}.</p>
      {data ? (
        data.length === 0 ? (
          <Notice icon={<IconAlarm size={30} aria-hidden />} title="Nothing to come">
            Choose “Remind me” in the menu of a message, or text REMIND call mum fri 9am.
          </Notice>
        ) : (
          <>
            {sent.length > 0 && (
              <Section title="In the last day">
                {sent.map((reminder) => (
                  <SentRow key={reminder.messageId} reminder={reminder} zone={zone} />
                ))}
              </Section>
            )}
            {coming.length > 0 && (
              <Section title="To come">
                {coming.map((reminder) => (
                  <ComingRow key={reminder.messageId} reminder={reminder} zone={zone} />
                ))}
              </Section>
            )}
          </>
        )
      ) : isError ? (
        <LoadError what="your reminders" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={160} radius="lg" />
      )}
    </Box>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={sheet.list}>{children}</ul>
    </section>
  );
}

type RowProps = { reminder: ListedReminder; zone: string };

function ComingRow({ reminder, zone }: RowProps) {
  const { message, remindAt, remindRule, snoozed } = reminder;
  const openDialog = useMessageDialog();
  const end = useEndReminder();
  const when = momentInWords(remindAt!, useNow(), zone);
  const words = [snoozed && 'put off', remindRule && ruleInWords(remindRule)].filter(Boolean).join(', ');
  const text = excerptOf(message);
  return (
    <Group component="li" justify="space-between" gap="0.6rem 1rem">
      <Words when={when} note={words} reminder={reminder} text={text} />
      <Group gap="0.5rem">
        <RowButton
          action="Change"
          of={`Change the reminder: ${text}`}
          onClick={() => openDialog({ action: 'remind', message })}
        />
        <RowButton
          action="End"
          of={`End the reminder: ${text}`}
          disabled={end.isPending}
          onClick={() => end.mutate({ id: message.id })}
        />
      </Group>
    </Group>
  );
}

function SentRow({ reminder, zone }: RowProps) {
  const { message, remindedAt } = reminder;
  const now = useNow();
  const failed = (error: unknown) => toastError(errorMessage(error, 'Failed to change the reminder'));
  const snooze = trpc.reminders.snooze.useMutation({
    onSuccess: ({ remindAt }) =>
      toast({
        title: `Again: ${remindAt ? momentInWords(remindAt, Date.now(), zone) : 'later'}`,
        onUndo: () => restore(message.id),
      }),
    onError: failed,
  });
  const done = trpc.reminders.done.useMutation({
    onSuccess: () => toast({ title: 'Done', onUndo: () => restore(message.id) }),
    onError: failed,
  });
  const busy = snooze.isPending || done.isPending;
  const text = excerptOf(message);
  const tomorrow = choicesAt(now, zone).find(({ label }) => label === 'Tomorrow')!.at;
  return (
    <Group component="li" justify="space-between" gap="0.6rem 1rem">
      <Words when={momentInWords(remindedAt!, now, zone)} reminder={reminder} text={text} />
      <Group gap="0.5rem">
        <RowButton
          action="In an hour"
          of={`In an hour again: ${text}`}
          disabled={busy}
          onClick={() => snooze.mutate({ id: message.id })}
        />
        <RowButton
          action="Tomorrow"
          of={`Tomorrow again: ${text}`}
          disabled={busy}
          onClick={() => snooze.mutate({ id: message.id, until: tomorrow })}
        />
        <RowButton
          action="Done"
          of={`Done: ${text}`}
          variant="filled"
          disabled={busy}
          onClick={() => done.mutate({ id: message.id })}
        />
      </Group>
    </Group>
  );
}

type RowButtonProps = ButtonProps & { action: string; of: string; onClick: () => void };

const RowButton = ({ action, of, ...props }: RowButtonProps) => (
  <Button variant="default" size="compact-md" aria-label={of} {...props}>
    {action}
  </Button>
);

const excerptOf = ({ content, media }: Message) =>
  messageExcerpt({ content: withoutHashtags(content).trim() || content, media });

type WordsProps = { when: string; note?: string; reminder: ListedReminder; text: string };

function Words({ when, note, reminder: { message }, text }: WordsProps) {
  const [tag] = message.tags;
  return (
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
  );
}

import { Button, Skeleton, TextInput } from '@mantine/core';
import { cache, errorMessage, trpc } from '../product/trpc';
import { copyText } from '../ui/copy-text';
import { LoadError } from '../ui/Notice';
import { toast, toastError } from '../ui/toast';
import classes from './ProfilePage.module.css';

/** Makes, shows and ends the address of the person's calendar (docs/product.md: Calendar of reminders). */
export function CalendarCard() {
  const { data, isError, isFetching, refetch } = trpc.reminders.calendar.useQuery();
  const changed = (title: string) => ({
    onSuccess(address: { url: string | null }) {
      cache.reminders.calendar.setData(undefined, address);
      toast({ title });
    },
    onError: (error: unknown) => toastError(errorMessage(error, 'Failed to change the address')),
  });
  const renew = trpc.reminders.renewCalendar.useMutation(changed('New address made'));
  const end = trpc.reminders.endCalendar.useMutation(changed('The address has ended'));
  const busy = renew.isPending || end.isPending;
  const url = data?.url;
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">Reminders in my calendar</h2>
      <p>
        Your calendar can subscribe to a secret address and show what is to come. Whoever has the address can
        read your reminders.
      </p>
      {!data ? (
        isError ? (
          <LoadError what="your calendar" busy={isFetching} onRetry={refetch} />
        ) : (
          <Skeleton height={44} radius="md" />
        )
      ) : url ? (
        <>
          <TextInput
            aria-label="Address of the calendar"
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.formats} style={{ marginTop: '0.75rem' }}>
            <Button variant="default" onClick={() => copyText(url, 'Address copied')}>
              Copy
            </Button>
            <Button variant="default" disabled={busy} onClick={() => renew.mutate()}>
              Renew
            </Button>
            <Button variant="default" disabled={busy} onClick={() => end.mutate()}>
              End
            </Button>
          </div>
        </>
      ) : (
        <Button variant="default" disabled={busy} onClick={() => renew.mutate()}>
          Make an address
        </Button>
      )}
    </section>
  );
}

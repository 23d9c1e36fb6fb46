import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../../people/ProfilePage.module.css';
import { cache, errorMessage, trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { LoadError } from '../../ui/Notice';
import { toast, toastError } from '../../ui/toast';

const EndCalendarDialog = lazyDialog(() => import('./EndCalendarDialog'), 'EndCalendarDialog');

/**
 * Lets the person make, copy, replace and end the address (URL) of their calendar (docs/product.md: Calendar
 * of reminders).
 */
export function CalendarCard() {
  const { data, isError, isFetching, refetch } = trpc.reminders.calendar.useQuery();
  const make = trpc.reminders.renewCalendar.useMutation({
    onSuccess(address) {
      cache.reminders.calendar.setData(undefined, address);
      toast({ title: 'New address made' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to make the address')),
  });
  const [asked, setAsked] = useState<'renew' | 'end'>('end');
  const [opened, setOpened] = useState(false);
  const ask = (act: 'renew' | 'end') => ({
    onClick() {
      setAsked(act);
      setOpened(true);
    },
    ...preloadOnHover(EndCalendarDialog),
  });
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
            <Button variant="default" {...ask('renew')}>
              Renew
            </Button>
            <Button variant="default" {...ask('end')}>
              End
            </Button>
          </div>
        </>
      ) : (
        <Button variant="default" disabled={make.isPending} onClick={() => make.mutate()}>
          Make an address
        </Button>
      )}
      <EndCalendarDialog act={asked} opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}

import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { withProof } from '../../people/auth/proof';
import { ProfileCard } from '../../people/ProfileCard';
import { cache, client, errorMessage, trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { Loaded } from '../../ui/Loaded';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { toast, toastError } from '../../ui/toast';

const EndCalendarDialog = lazyDialog(() => import('./EndCalendarDialog'), 'EndCalendarDialog');

export function CalendarCard() {
  const calendar = trpc.reminders.calendar.useQuery();
  const make = useMutation({
    mutationFn: () => withProof(() => client.reminders.renewCalendar.mutate()),
    onSuccess(address) {
      if (!address) return;
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
  return (
    <ProfileCard
      id="calendar"
      title="Reminders in my calendar"
      note="Your calendar can subscribe to a secret address and show what is to come. Whoever has the address can read your reminders."
    >
      <Loaded query={calendar} what="your calendar" height={44}>
        {({ url }) =>
          url ? (
            <>
              <TextInput
                aria-label="Address of the calendar"
                readOnly
                value={url}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Group gap="0.6rem" mt="0.75rem">
                <Button variant="default" onClick={() => copyText(url, 'Address copied')}>
                  Copy
                </Button>
                <Button variant="default" {...ask('renew')}>
                  Renew
                </Button>
                <Button variant="default" {...ask('end')}>
                  End
                </Button>
              </Group>
            </>
          ) : (
            <Button variant="default" disabled={make.isPending} onClick={() => make.mutate()}>
              Make an address
            </Button>
          )
        }
      </Loaded>
      <EndCalendarDialog act={asked} opened={opened} onClose={() => setOpened(false)} />
    </ProfileCard>
  );
}

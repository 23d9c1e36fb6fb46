import { useMutation } from '@tanstack/react-query';
import { withProof } from '../../people/auth/proof';
import { cache, client, errorMessage, trpc } from '../../product/trpc';
import { Confirm } from '../../ui/Confirm';
import { toast, toastError } from '../../ui/toast';

type Props = { act: 'renew' | 'end'; opened: boolean; onClose: () => void };

export function EndCalendarDialog({ act, opened, onClose }: Props) {
  const changed = (title: string) => ({
    onSuccess(address: { url: string | null } | null) {
      if (!address) return;
      cache.reminders.calendar.setData(undefined, address);
      toast({ title });
      onClose();
    },
    onError: (error: unknown) => toastError(errorMessage(error, 'Failed to change the address')),
  });
  const renew = useMutation({
    mutationFn: () => withProof(() => client.reminders.renewCalendar.mutate()),
    ...changed('New address made'),
  });
  const end = trpc.reminders.endCalendar.useMutation(changed('The address has ended'));
  const busy = renew.isPending || end.isPending;
  const isEnd = act === 'end';
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isEnd ? 'End the Address' : 'Renew the Address'}
      submitLabel={isEnd ? 'End' : 'Renew'}
      busyLabel={isEnd ? 'Ending...' : 'Renewing...'}
      busy={busy}
      destructive
      onSubmit={() => (isEnd ? end : renew).mutate()}
    >
      <p>
        Calendars that use the present address stop showing your reminders.{' '}
        {isEnd ? 'You can make another address later.' : 'They need the new one.'}{' '}
        <strong>The present address never works again.</strong>
      </p>
    </Confirm>
  );
}

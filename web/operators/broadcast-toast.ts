import type { Broadcast } from '../../src/contract/admin';
import { countOf } from '../../src/contract/counts';
import { toast } from '../ui/toast';

/** Shows a toast with the result of a broadcast. If the broadcast is still being sent, the toast says so. */
export function showBroadcastToast({ state, successful, failed, remaining }: Broadcast) {
  if (state === 'sending')
    return toast({
      title: 'SMS broadcast started',
      description: `${formatPeople(remaining)} still to come. You can leave this page: it goes on.`,
    });
  toast({
    title: state === 'stopped' ? 'SMS broadcast stopped' : 'SMS broadcast sent',
    description: `Message sent to ${countOf(successful, 'user')} (${failed.toLocaleString('en-US')} failed)`,
  });
}

/** Formats a number of people as "1 person" or "1,200 people". */
export const formatPeople = (count: number) => countOf(count, 'person', 'people');

import type { Broadcast } from '../../src/contract/admin';
import { toast } from '../ui/toast';

/** Spec 8: how a broadcast ended, or that a long one has begun. */
export function showBroadcastToast({ state, successful, failed, remaining }: Broadcast) {
  if (state === 'sending')
    return toast({
      title: 'SMS broadcast started',
      description: `${formatPeople(remaining)} still to come. You can leave this page: it goes on.`,
    });
  toast({
    title: state === 'stopped' ? 'SMS broadcast stopped' : 'SMS broadcast sent',
    description: `Message sent to ${successful.toLocaleString('en-US')} users (${failed.toLocaleString('en-US')} failed)`,
  });
}

/** "1 person", "1,200 people". */
export const formatPeople = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;

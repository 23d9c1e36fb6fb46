import type { Broadcast } from '../../src/contract/admin';
import { countOf } from '../../src/contract/counts';
import { toast } from '../ui/toast';

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

export const formatPeople = (count: number) => countOf(count, 'person', 'people');

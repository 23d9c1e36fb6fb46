import { useMutation, useQuery } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { errorMessage, trpc } from '../trpc';
import { findObstacle, isSubscribed, PushFailed, subscribeHere } from './subscription';
import { unsubscribeHere } from './unsubscribe';

export const BLOCKED =
  'Notifications of this site are blocked. Allow them in the settings of your browser or phone, then come back.';

const UNANSWERED =
  'Your browser got no answer. Press the button again and allow notifications. Some browsers ask by a bell in the address bar.';

export const useStartPush = () =>
  useMutation({
    mutationFn: subscribeHere,
    onSuccess(permission) {
      if (permission === 'granted') toast({ title: 'Notifications come here now' });
      else if (permission === 'denied') toastError(BLOCKED, 'Notifications are blocked');
      else toastError(UNANSWERED, 'Notifications are still off');
    },
    onError: (error) =>
      toastError(
        error instanceof PushFailed
          ? error.message
          : errorMessage(error, 'Failed to switch on notifications'),
      ),
  });

export function usePushHere() {
  const list = trpc.push.list.useQuery();
  const here = useQuery({
    queryKey: ['push of this browser'],
    queryFn: async () => {
      const obstacle = findObstacle();
      return { obstacle, subscribed: obstacle === null && (await isSubscribed()) };
    },
    staleTime: 0,
    refetchOnWindowFocus: true, // the person may come back from the settings of the browser
  });
  const start = useStartPush();
  const remove = trpc.push.remove.useMutation({
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to switch off notifications')),
  });
  const mine = list.data?.find(({ current }) => current);
  return {
    list,
    obstacle: here.data?.obstacle,
    isKnown: list.data !== undefined && here.data !== undefined,
    mine: here.data?.subscribed ? mine : undefined,
    start,
    remove,
    async stop() {
      if (!mine) return;
      await remove.mutateAsync({ id: mine.id }).then(unsubscribeHere, () => {});
      await here.refetch();
    },
  };
}

import { queryClient } from '../../product/query-client';
import { client, errorMessage, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

export function useEndReminder(onEnded: () => void = () => {}) {
  return trpc.reminders.end.useMutation({
    onSuccess(_, { id }) {
      toast({ title: 'Reminder ended', onUndo: () => restore(Number(id)) });
      onEnded();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to end the reminder')),
  });
}

export const restore = (id: number) =>
  void client.reminders.restore.mutate({ id }).then(
    () => queryClient.invalidateQueries(),
    (error) => toastError(errorMessage(error, 'It is too late to take this back.')),
  );

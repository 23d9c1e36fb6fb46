import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStartPush } from '../../product/push/use-push-here';
import { errorMessage, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';
import classes from './PushOffer.module.css';

export function PushOffer({ children }: { children: ReactNode }) {
  const { data } = trpc.push.offer.useQuery();
  const start = useStartPush();
  const hide = trpc.push.hideOffer.useMutation({
    onSuccess: () =>
      toast({ title: 'Offer hidden', description: 'The button is also in the notification settings.' }),
    onError: (error) => toastError(errorMessage(error, 'Failed to hide the offer')),
  });
  const isAnswered = start.data && start.data !== 'default';
  const isHidden = hide.isPending || hide.isSuccess;
  if (!data?.offered || isAnswered || isHidden) return children;
  return (
    <span className={classes.offer}>
      <UnstyledButton
        className={classes.accept}
        disabled={start.isPending}
        onClick={() =>
          start.mutate(undefined, { onSuccess: (answer) => answer !== 'default' && focusMain() })
        }
      >
        <IconBell size={16} aria-hidden />
        <span>Notify me here instead of by text</span>
      </UnstyledButton>
      <CloseButton
        size="sm"
        aria-label="Hide this offer"
        disabled={start.isPending}
        onClick={() => {
          focusMain();
          hide.mutate();
        }}
      />
    </span>
  );
}

/** Tab continues in the main part of the page after the button has disappeared. */
const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

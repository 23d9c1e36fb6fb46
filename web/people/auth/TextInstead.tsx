import { Button } from '@mantine/core';
import type { SignInByText } from '../../../src/contract/auth';
import { errorMessage, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';

type Props = { phoneNumber: string; label?: string; onStarted: (shown: SignInByText) => unknown };

export function TextInstead({ phoneNumber, label = 'Text us instead', onStarted }: Props) {
  const { signInByText } = useProduct();
  const start = trpc.signInByText.start.useMutation({
    onSuccess: onStarted,
    onError: (error) => toastError(errorMessage(error, 'Failed to begin the sign-in')),
  });
  return (
    signInByText && (
      <Button
        variant="default"
        size="md"
        disabled={phoneNumber.trim() === ''}
        loading={start.isPending}
        onClick={() => start.mutate({ phoneNumber })}
      >
        {label}
      </Button>
    )
  );
}

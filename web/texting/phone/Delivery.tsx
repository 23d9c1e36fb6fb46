import { NativeSelect } from '@mantine/core';
import type { PhoneDelivery } from '../../../src/contract/simulator';
import { errorMessage, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';

const DELIVERIES = [
  { value: 'normal', label: 'Texts arrive at once' },
  { value: 'slow', label: 'Texts arrive late' },
  { value: 'failing', label: 'Texts are refused for now' },
  { value: 'unreachable', label: 'Texts get lost on the way' },
];

/** Makes the simulated carrier delay, refuse or lose the texts to a phone. */
export function Delivery({ phone, owner }: { phone: string; owner: string }) {
  const { data } = trpc.simulator.delivery.useQuery({ phone });
  const set = trpc.simulator.setDelivery.useMutation({
    onError: (error) => toastError(errorMessage(error, 'The carrier does not answer.')),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={`Texts to ${owner}`}
      data={DELIVERIES}
      value={set.isPending ? set.variables.delivery : (data?.delivery ?? 'normal')}
      onChange={({ currentTarget: { value } }) =>
        set.mutate({ phone, delivery: value as PhoneDelivery['delivery'] })
      }
    />
  );
}

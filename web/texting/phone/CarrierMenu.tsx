import { ActionIcon, Menu } from '@mantine/core';
import { IconAccessPoint } from '@tabler/icons-react';
import { errorMessage, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import classes from './CarrierMenu.module.css';

const DELIVERIES = {
  normal: 'Arrive at once',
  slow: 'Arrive late',
  failing: 'Are refused for now',
  unreachable: 'Get lost on the way',
};

/**
 * Faults of the carrier for the SMS that a phone sends: `held` means that the carrier holds them back,
 * `twice` that it delivers each one twice.
 */
export type CarrierFaults = { held: boolean; twice: boolean };

type Props = {
  phone: string;
  owner: string;
  /** Number of SMS from this phone that the carrier is holding back. */
  waiting: number;
  faults: CarrierFaults;
  onFaults: (faults: CarrierFaults) => void;
};

/** Menu that makes the simulated carrier delay, refuse, lose, repeat or hold back the SMS of one phone. */
export function CarrierMenu({ phone, owner, waiting, faults, onFaults }: Props) {
  const { data } = trpc.simulator.delivery.useQuery({ phone });
  const options = {
    onError: (error: unknown) => toastError(errorMessage(error, 'The carrier does not answer.')),
  };
  const setDelivery = trpc.simulator.setDelivery.useMutation(options);
  const release = trpc.simulator.release.useMutation(options);
  const delivery = setDelivery.isPending ? setDelivery.variables.delivery : (data?.delivery ?? 'normal');
  const faulty = delivery !== 'normal' || faults.held || faults.twice;

  return (
    <Menu
      width={250}
      position="bottom-end"
      radius="md"
      shadow="md"
      withInitialFocusPlaceholder={false}
      closeOnItemClick={false}
    >
      <Menu.Target>
        <ActionIcon
          className={classes.button}
          variant={faulty ? 'light' : 'subtle'}
          color={faulty ? undefined : 'gray'}
          aria-label={`Carrier of ${owner}`}
        >
          <IconAccessPoint size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label id={`to-${phone}`}>Texts to this phone</Menu.Label>
        <Menu.RadioGroup
          aria-labelledby={`to-${phone}`}
          value={delivery}
          onChange={(value) => setDelivery.mutate({ phone, delivery: value as keyof typeof DELIVERIES })}
        >
          {Object.entries(DELIVERIES).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Texts from this phone</Menu.Label>
        <Menu.CheckboxItem checked={faults.twice} onChange={(twice) => onFaults({ ...faults, twice })}>
          Arrive twice
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={faults.held} onChange={(held) => onFaults({ ...faults, held })}>
          Are held back
        </Menu.CheckboxItem>
        {waiting > 0 && (
          <Menu.Item onClick={() => release.mutate({ phone, order: 'sent' })}>
            Let {waiting} through
          </Menu.Item>
        )}
        {waiting > 1 && (
          <Menu.Item onClick={() => release.mutate({ phone, order: 'reversed' })}>
            Let {waiting} through, last one first
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Stack } from '@mantine/core';
import { formatPhone } from '../../../src/contract/people';
import { useProduct } from '../../product/use-product';
import { SimulatorHint } from './SimulatorHint';

type Props = {
  login: { isPending: boolean; mutate: (input: { phoneNumber: string }) => void };
  onChange: (phoneNumber: string) => void;
};

export function TestPhones({ login, onChange }: Props) {
  const { testPhones, demo } = useProduct();
  return (
    <>
      <SimulatorHint
        before={
          demo ? 'Or with a code, which comes to your' : 'Just trying it out? This server texts the built-in'
        }
        after={demo ? '. Sign in as:' : ', so no real phone is needed. Sign in as:'}
      />
      <Stack align="start" gap="0.5rem" mt="0.5rem">
        {testPhones.map(({ phone, name }) => (
          <Button
            key={phone}
            variant="default"
            size="compact-md"
            disabled={login.isPending}
            onClick={() => {
              onChange(phone);
              login.mutate({ phoneNumber: phone });
            }}
          >
            {name}, {formatPhone(phone)}
          </Button>
        ))}
      </Stack>
    </>
  );
}

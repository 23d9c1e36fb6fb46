import { Button, Stack, Text } from '@mantine/core';
import { errorMessage, trpc } from '../../product/trpc';
import { useLocation, useNavigate } from '../../ui/router';
import { toastError } from '../../ui/toast';
import { keepPage } from './page-kept';

/** After a return from the provider that connects no account yet, says what the phone number is for. */
export function ProviderSignIn({ name }: { name: string }) {
  const { next, refused, unconnected } = useLocation().state;
  const navigate = useNavigate();
  const start = trpc.provider.start.useMutation({
    onSuccess({ url }) {
      keepPage(next);
      location.assign(url);
    },
    onError: (error) => toastError(errorMessage(error, `${name} could not be opened`)),
  });
  if (unconnected !== undefined)
    return (
      <Stack mt="1rem">
        <Text role="status">
          {name} knows you as <strong>{unconnected}</strong>. To connect your account here, type your number
          and its code once. From then on {name} signs you in.
        </Text>
        <Button
          variant="subtle"
          size="md"
          onClick={() => navigate({ to: '/login', replace: true, state: { next } })}
        >
          Do not connect {name}
        </Button>
      </Stack>
    );
  return (
    <Stack mt="1rem">
      {refused && (
        <Text role="alert" p="0.7rem 0.9rem" bg="var(--accent-soft)" bdrs="var(--bubble)">
          {refused}
        </Text>
      )}
      <Button variant="default" size="lg" loading={start.isPending} onClick={() => start.mutate()}>
        Sign in with {name}
      </Button>
    </Stack>
  );
}

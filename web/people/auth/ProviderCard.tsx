import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client, errorMessage, trpc } from '../../product/trpc';
import { Loaded } from '../../ui/Loaded';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { Entry } from '../Entry';
import { ProfileCard } from '../ProfileCard';
import { withProof } from './proof';

export function ProviderCard({ provider }: { provider: string }) {
  const query = trpc.provider.identity.useQuery();
  const remove = useMutation({
    mutationFn: () => withProof(() => client.provider.remove.mutate()),
    onSuccess: (removed) => removed && toast({ title: removed.message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to remove it')),
  });
  return (
    <ProfileCard
      id="provider"
      title={provider}
      note={`Sign in with ${provider} instead of a code by text. A code always works too.`}
    >
      <Loaded query={query} what={`your connection to ${provider}`} height={64}>
        {({ identity }) =>
          identity ? (
            <ul>
              <Entry
                name={identity.name}
                button={{
                  'aria-label': `Remove ${identity.name}`,
                  loading: remove.isPending,
                  onClick: () => remove.mutate(),
                  children: 'Remove',
                }}
              >
                Connected <Ago at={identity.createdAt} /> · last used <Ago at={identity.lastUsedAt} />
              </Entry>
            </ul>
          ) : (
            <Text>
              Not connected. The next time you sign in, choose {provider}, and type your number and its code
              once.
            </Text>
          )
        }
      </Loaded>
    </ProfileCard>
  );
}

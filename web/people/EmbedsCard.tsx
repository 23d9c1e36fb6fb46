import { Switch } from '@mantine/core';
import { type Asker, useAsker } from '../product/embeds-mode';
import { cache, client, errorMessage, trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';
import { ProfileCard } from './ProfileCard';

/** Why the switch cannot be switched off, by who decided that posts wait for a click. */
const REASONS: Partial<Record<Asker, string>> = {
  server: 'The people who run this server have chosen that all posts wait for a click.',
  browser: 'Your browser asks sites not to share data, or to save data, so posts wait for a click.',
};

export function EmbedsCard() {
  const asker = useAsker();
  const reason = asker && REASONS[asker];
  const set = trpc.users.updateProfile.useMutation({
    onSuccess(saved) {
      cache.users.profile.setData(undefined, saved);
      toast({ title: 'Settings updated' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to update settings')),
  });
  const change = async (asksBeforeEmbeds: boolean) => {
    try {
      // fetches the profile first, because the call also sets the name and the picture, which another tab may
      // have changed meanwhile
      const profile = await client.users.profile.query();
      set.mutate({
        ...profile,
        firstName: profile.firstName ?? '',
        lastName: profile.lastName ?? '',
        asksBeforeEmbeds,
      });
    } catch (error) {
      toastError(errorMessage(error, 'Failed to update settings'));
    }
  };

  return (
    <ProfileCard
      id="other-sites"
      title="Posts of other sites"
      note="When a post of X, Instagram or Facebook shows, that company learns that you see it, and your internet address."
    >
      <Switch
        size="md"
        label="Ask before showing posts of other sites"
        description={reason}
        checked={set.isPending ? set.variables.asksBeforeEmbeds : asker !== null}
        disabled={set.isPending || Boolean(reason)}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </ProfileCard>
  );
}

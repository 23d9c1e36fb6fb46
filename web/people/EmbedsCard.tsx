import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Asker, useAsker } from '../product/embeds-mode';
import { cache, client, errorMessage } from '../product/trpc';
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
  const set = useMutation({
    async mutationFn(asksBeforeEmbeds: boolean) {
      // fetched first, because the call also sets the name and the picture, which another tab may have changed
      const { firstName, lastName, ...profile } = await client.users.profile.query();
      const names = { firstName: firstName ?? '', lastName: lastName ?? '' };
      return client.users.updateProfile.mutate({ ...profile, ...names, asksBeforeEmbeds });
    },
    onSuccess(saved) {
      cache.users.profile.setData(undefined, saved);
      toast({ title: 'Settings updated' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to update settings')),
  });

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
        checked={set.isPending ? set.variables : asker !== null}
        disabled={set.isPending || Boolean(reason)}
        onChange={(event) => set.mutate(event.currentTarget.checked)}
      />
    </ProfileCard>
  );
}

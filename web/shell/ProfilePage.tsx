import { Button, Group, TextInput } from '@mantine/core';
import { displayName, formatPhone, namesOf } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { ExportCard } from '../archive/ExportCard';
import { ImportCard } from '../archive/ImportCard';
import { BlockedPeopleCard } from '../boards/BlockedPeopleCard';
import { InviteCard } from '../boards/invites/InviteCard';
import { EveningCard } from '../notices/EveningCard';
import { CalendarCard } from '../notices/reminders/CalendarCard';
import { AccountLogCard } from '../people/auth/AccountLogCard';
import { DevicesCard } from '../people/auth/DevicesCard';
import { PasskeysCard } from '../people/auth/PasskeysCard';
import { useIsProofAsked } from '../people/auth/proof';
import { TokensCard } from '../people/auth/TokensCard';
import { EmbedsCard } from '../people/EmbedsCard';
import { ProfileFields } from '../people/ProfileFields';
import classes from '../people/ProfilePage.module.css';
import { toProfileInput, useProfileForm } from '../people/profile-form';
import { StorageCard } from '../people/StorageCard';
import { TimeZoneCard } from '../people/TimeZoneCard';
import { useMayInvite } from '../product/session';
import { errorMessage, trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { useProduct } from '../product/use-product';
import { Loaded } from '../ui/Loaded';
import { lazyDialog } from '../ui/lazy-dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';

const ProofDialog = lazyDialog(() => import('../people/auth/ProofDialog'), 'ProofDialog');

export function ProfilePage() {
  usePageTitle('Profile');
  const profile = trpc.users.profile.useQuery();
  const { passkeys } = useProduct();
  const mayInvite = useMayInvite();
  const isProofAsked = useIsProofAsked();
  return (
    <div className={classes.page}>
      <h1>Edit Profile</h1>
      <Loaded query={profile} what="your profile" height={420} radius="lg">
        {(profile) => (
          <>
            <ProfileForm profile={profile} />
            {mayInvite && (
              <div className={classes.card}>
                <InviteCard />
              </div>
            )}
            <TimeZoneCard />
            <EveningCard />
            <CalendarCard />
            <EmbedsCard />
            <BlockedPeopleCard />
            <StorageCard />
            <ImportCard />
            <ExportCard />
            {passkeys && <PasskeysCard />}
            <TokensCard />
            <DevicesCard />
            <AccountLogCard />
            <ProofDialog opened={isProofAsked} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const { firstName, lastName } = namesOf(profile);
  const form = useProfileForm({
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    avatarUrl: profile.avatarUrl ?? '',
  });
  const save = trpc.users.updateProfile.useMutation({
    onSuccess() {
      toast({ title: 'Profile Updated' });
      void navigate({ to: '/' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to update profile'), 'Update Failed'),
  });

  return (
    <form
      className={classes.card}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(toProfileInput(values));
      })}
    >
      <ProfileFields
        form={form}
        displayName={profile.displayName}
        name={displayName({ ...form.values, displayName: profile.displayName })}
        pictureLabel="Profile Picture URL"
        disabled={save.isPending}
      >
        <TextInput
          label="Phone"
          description="The number you sign in and text with. It cannot be changed."
          readOnly
          variant="filled"
          value={formatPhone(profile.phoneNumber)}
        />
      </ProfileFields>
      <Group justify="flex-end" gap="0.75rem" mt="0.25rem">
        <Button variant="default" size="md" disabled={save.isPending} onClick={() => navigate({ to: '/' })}>
          Cancel
        </Button>
        <Button type="submit" size="md" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </Group>
    </form>
  );
}

import { Button, Skeleton, TextInput } from '@mantine/core';
import { displayName, formatPhone, namesOf } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { ExportCard } from '../archive/ExportCard';
import { ImportCard } from '../archive/ImportCard';
import { InviteCard } from '../boards/invites/InviteCard';
import { CalendarCard } from '../notices/reminders/CalendarCard';
import { AccountLogCard } from '../people/auth/AccountLogCard';
import { DevicesCard } from '../people/auth/DevicesCard';
import { PasskeysCard } from '../people/auth/PasskeysCard';
import { TokensCard } from '../people/auth/TokensCard';
import { EmbedsCard } from '../people/EmbedsCard';
import { PhotoField } from '../people/PhotoField';
import { ProfileFields } from '../people/ProfileFields';
import classes from '../people/ProfilePage.module.css';
import { toProfileInput, useProfileForm } from '../people/profile-form';
import { TimeZoneCard } from '../people/TimeZoneCard';
import { errorMessage, trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { useProduct } from '../product/use-product';
import { LoadError } from '../ui/Notice';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';

export function ProfilePage() {
  usePageTitle('Profile');
  const { data, isError, isFetching, refetch } = trpc.users.profile.useQuery();
  const { passkeys } = useProduct();
  return (
    <div className={classes.page}>
      <h1>Edit Profile</h1>
      {data ? (
        <>
          <ProfileForm profile={data} />
          <div className={classes.card}>
            <InviteCard />
          </div>
          <div className={classes.card}>
            <TimeZoneCard />
          </div>
          <div className={classes.card}>
            <CalendarCard />
          </div>
          <div className={classes.card}>
            <EmbedsCard />
          </div>
          <div className={classes.card}>
            <ImportCard />
          </div>
          <div className={classes.card}>
            <ExportCard />
          </div>
          {passkeys && (
            <div className={classes.card}>
              <PasskeysCard />
            </div>
          )}
          <div className={classes.card}>
            <TokensCard />
          </div>
          <div className={classes.card}>
            <DevicesCard />
          </div>
          <AccountLogCard />
        </>
      ) : isError ? (
        <LoadError what="your profile" onRetry={refetch} busy={isFetching} />
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
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
  const person = { ...form.values, displayName: profile.displayName };

  return (
    <form
      className={classes.card}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(toProfileInput(values));
      })}
    >
      <PhotoField
        person={person}
        name={displayName(person)}
        disabled={save.isPending}
        onUploaded={() => form.setFieldValue('avatarUrl', '')}
      />
      <TextInput
        label="Phone"
        description="The number you sign in and text with. It cannot be changed."
        readOnly
        variant="filled"
        value={formatPhone(profile.phoneNumber)}
      />
      <ProfileFields form={form} pictureLabel="Profile Picture URL" disabled={save.isPending} />
      <div className={classes.actions}>
        <Button variant="default" size="md" disabled={save.isPending} onClick={() => navigate({ to: '/' })}>
          Cancel
        </Button>
        <Button type="submit" size="md" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { PLACEHOLDER_NAME } from '../../src/contract/limits';
import { errorMessage, trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { useProduct } from '../product/use-product';
import { Logo } from '../ui/Logo';
import { useLocation, useSearchParams } from '../ui/router';
import { toastAfterReload, toastError } from '../ui/toast';
import { ProfileFields } from './ProfileFields';
import { toProfileInput, useProfileForm } from './profile-form';
import classes from './SetupPage.module.css';

/** With the search parameter `again`, a person who skipped the setup comes back to it. */
export function SetupPage() {
  const { name } = useProduct();
  const { again } = useSearchParams();
  const { next } = useLocation().state;
  usePageTitle('Set Up Your Profile');
  // replaces the URL, because a reload could show the setup once more
  const leave = () => (again || next ? location.replace(next ?? '/') : location.reload());
  const form = useProfileForm({ firstName: '', lastName: '', avatarUrl: '' });
  const complete = trpc.users.updateProfile.useMutation({
    onSuccess() {
      toastAfterReload({
        title: 'Profile Created!',
        description: 'Your profile has been set up successfully.',
      });
      leave();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to create profile'), 'Setup Failed'),
  });
  const skip = trpc.users.updateProfile.useMutation({
    onSuccess: leave,
    onError: (error) => toastError(errorMessage(error, 'Failed to skip setup')),
  });
  const completing = complete.isPending || complete.isSuccess;
  const skipping = skip.isPending || skip.isSuccess;
  const busy = completing || skipping;

  return (
    <Stack component="main" align="center" justify="center" gap="1.75rem" mih="100dvh" p="1.5rem 1.25rem">
      <Logo name={name} />
      <form
        className={classes.card}
        noValidate
        onSubmit={form.onSubmit((values) => {
          if (!busy) complete.mutate(toProfileInput(values));
        })}
      >
        <h1>Set Up Your Profile</h1>
        <p>Add your name to make it easier for others to find you in shared boards</p>
        <ProfileFields form={form} pictureLabel="Profile Picture URL (Optional)" disabled={busy} />
        <Group justify="flex-end" gap="0.75rem" mt="1.75rem" className={classes.actions}>
          <Button
            variant="default"
            size="md"
            disabled={busy}
            onClick={() => skip.mutate({ firstName: PLACEHOLDER_NAME, lastName: PLACEHOLDER_NAME })}
          >
            {skipping ? 'Skipping...' : 'Skip for Now'}
          </Button>
          <Button type="submit" size="md" disabled={busy}>
            {completing ? 'Setting up...' : 'Complete Setup'}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}

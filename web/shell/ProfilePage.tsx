import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { displayName, formatPhone, namesOf } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { ExportCard } from '../archive/ExportCard';
import { ImportCard } from '../archive/ImportCard';
import { BlockedPeopleCard } from '../boards/BlockedPeopleCard';
import { FeedsCard } from '../boards/feeds/FeedsCard';
import { InviteCard } from '../boards/invites/InviteCard';
import { NotesByMailCard } from '../boards/mail/NotesByMailCard';
import { OpenBoardsCard } from '../boards/pages/OpenBoardsCard';
import { HooksCard } from '../messages/hooks/HooksCard';
import { EveningCard } from '../notices/EveningCard';
import { CalendarCard } from '../notices/reminders/CalendarCard';
import { AccountLogCard } from '../people/auth/AccountLogCard';
import { DevicesCard } from '../people/auth/DevicesCard';
import { PasskeysCard } from '../people/auth/PasskeysCard';
import { ProviderCard } from '../people/auth/ProviderCard';
import { useIsProofAsked } from '../people/auth/proof';
import { TokensCard } from '../people/auth/TokensCard';
import { BrowserCard } from '../people/BrowserCard';
import { EmbedsCard } from '../people/EmbedsCard';
import { MailCard } from '../people/MailCard';
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

const NumberDialog = lazyDialog(() => import('../people/auth/NumberDialog'), 'NumberDialog');
const ProofDialog = lazyDialog(() => import('../people/auth/ProofDialog'), 'ProofDialog');

const SECTIONS = ['You', 'People', 'Reading', 'Your data', 'Signing in'] as const;

export function ProfilePage() {
  usePageTitle('Profile');
  const profile = trpc.users.profile.useQuery();
  const { passkeys, provider, demo } = useProduct();
  const mayInvite = useMayInvite();
  const isProofAsked = useIsProofAsked();
  return (
    <div className={classes.page}>
      <h1>Edit Profile</h1>
      <Loaded query={profile} what="your profile" height={420} radius="lg">
        {(profile) => (
          <>
            <nav className={classes.sections} aria-label="Sections of the profile">
              {SECTIONS.filter((section) => !demo || section !== 'Signing in').map((section) => (
                <a key={section} href={`#${idOf(section)}`} data-touch>
                  {section}
                </a>
              ))}
            </nav>
            <Section name="You">
              <ProfileForm profile={profile} />
              <TimeZoneCard />
              {!demo && <NotesByMailCard />}
              {!demo && <BrowserCard />}
            </Section>
            <Section name="People">
              {mayInvite && !demo && (
                <div className={classes.card}>
                  <InviteCard />
                </div>
              )}
              {!demo && <OpenBoardsCard />}
              <BlockedPeopleCard />
            </Section>
            <Section name="Reading">
              <EveningCard />
              {!demo && (
                <>
                  <MailCard />
                  <CalendarCard />
                  <FeedsCard />
                </>
              )}
              <EmbedsCard />
            </Section>
            <Section name="Your data">
              <StorageCard />
              {!demo && <ImportCard />}
              {!demo && <ExportCard />}
            </Section>
            {!demo && (
              <Section name="Signing in">
                {passkeys && <PasskeysCard />}
                {provider && <ProviderCard provider={provider} />}
                <DevicesCard />
                <TokensCard />
                <HooksCard />
                <AccountLogCard />
              </Section>
            )}
            <ProofDialog opened={isProofAsked} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const idOf = (section: string) => section.toLowerCase().replace(' ', '-');

function Section({ name, children }: { name: (typeof SECTIONS)[number]; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={idOf(name)}>
      <h2 id={idOf(name)}>{name}</h2>
      {children}
    </section>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const { demo } = useProduct();
  const { firstName, lastName } = namesOf(profile);
  const form = useProfileForm({
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    avatarUrl: profile.avatarUrl ?? '',
  });
  const [changing, setChanging] = useState(false);
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
          description="The number you sign in and text with."
          readOnly
          variant="filled"
          value={formatPhone(profile.phoneNumber)}
          rightSection={
            demo ? null : (
              <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
                Change
              </Button>
            )
          }
          rightSectionWidth="6rem"
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
      <NumberDialog opened={changing} onClose={() => setChanging(false)} />
    </form>
  );
}

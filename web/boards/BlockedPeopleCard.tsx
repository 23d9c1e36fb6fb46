import { Entry, EntryList } from '../people/Entry';
import { ProfileCard } from '../people/ProfileCard';
import { errorMessage, trpc } from '../product/trpc';
import { Ago } from '../ui/times';
import { toast, toastError } from '../ui/toast';

export function BlockedPeopleCard() {
  const people = trpc.boards.blockedPeople.useQuery();
  const unblock = trpc.boards.unblockPerson.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Unblocked', description: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to unblock the person')),
  });
  if (!people.data?.length) return null;
  return (
    <ProfileCard
      id="blocked-people"
      title="Blocked people"
      note="They can neither add nor invite you to boards, and are not told so."
    >
      <EntryList query={people} what="the people whom you have blocked">
        {({ id, displayName, blockedAt }) => {
          const button = {
            'aria-label': `Unblock ${displayName}`,
            disabled: unblock.isPending,
            onClick: () => unblock.mutate({ id }),
            children: 'Unblock',
          };
          return (
            <Entry key={id} name={displayName} button={button}>
              Blocked <Ago at={blockedAt} />
            </Entry>
          );
        }}
      </EntryList>
    </ProfileCard>
  );
}

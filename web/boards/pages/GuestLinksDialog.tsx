import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { GUEST_DAYS } from '../../../src/contract/page-choices';
import type { GuestLink, OpenBoard } from '../../../src/contract/pages';
import { withProof } from '../../people/auth/proof';
import { client, errorMessage, trpc } from '../../product/trpc';
import { Day } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { type FrameProps, OpenBoardFrame } from './OpenBoardFrame';
import { SecretLink } from './SecretLink';
import { ShowOwn } from './ShowOwn';

export const GuestLinksDialog = (dialog: FrameProps) => (
  <OpenBoardFrame {...dialog} title={`Guests of #${dialog.name}`}>
    {(open) => (
      <>
        <p>
          With a guest link somebody without an account reads #{open.tag}, without surnames and numbers: what
          you post, and what members post who agree. Whoever has the link can pass it on.
        </p>
        {open.guestLinks.map((link) => (
          <LinkRow key={link.id} tag={open.tag} link={link} />
        ))}
        {open.isOwner ? <NewLink open={open} /> : <MembersView open={open} />}
      </>
    )}
  </OpenBoardFrame>
);

const MembersView = ({ open }: { open: OpenBoard }) =>
  open.guestLinks.length > 0 ? <ShowOwn open={open} audience="guests" /> : <p>There are no guests now.</p>;

function LinkRow({
  tag,
  link: { id, url, mayPost, madeBy, createdAt, expiresAt },
}: {
  tag: string;
  link: GuestLink;
}) {
  const end = trpc.pages.endGuestLink.useMutation({
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to end the link')),
  });
  const what = (
    <>
      {mayPost ? 'To read and post' : 'Only to read'}, until <Day at={expiresAt} /> · made by {madeBy} on{' '}
      <Day at={createdAt} />
    </>
  );
  if (!url) return <p>{what}</p>;
  return (
    <div>
      <SecretLink label={`Guest link ${id}`} url={url} />
      <Group justify="space-between" wrap="nowrap" mt="0.35rem">
        <span>{what}</span>
        <Button
          variant="default"
          size="compact-md"
          flex="none"
          aria-label={`End guest link ${id}`}
          disabled={end.isPending}
          onClick={() => end.mutate({ tag, id })}
        >
          End
        </Button>
      </Group>
    </div>
  );
}

const DAYS = { 1: 'For a day', 7: 'For a week', 30: 'For a month' };

function NewLink({ open: { tag } }: { open: OpenBoard }) {
  const [days, setDays] = useState<(typeof GUEST_DAYS)[number]>(7);
  const [mayPost, setMayPost] = useState(false);
  const add = useMutation({
    mutationFn: () => withProof(() => client.pages.addGuestLink.mutate({ tag, days, mayPost })),
    onSuccess: (done) => done && toast({ title: 'Guest link made' }),
    onError: (error) => toastError(errorMessage(error, 'Failed to make the link')),
  });
  return (
    <>
      <NativeSelect
        label="How long"
        value={String(days)}
        disabled={add.isPending}
        data={GUEST_DAYS.map((value) => ({ value: String(value), label: DAYS[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setDays(GUEST_DAYS.find((option) => String(option) === value) ?? 7)
        }
      />
      <Switch
        size="md"
        label="Guests may post"
        description="Their posts are marked, and belong to you."
        checked={mayPost}
        disabled={add.isPending}
        onChange={({ currentTarget }) => setMayPost(currentTarget.checked)}
      />
      <Group>
        <Button disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? 'Making...' : 'Make a guest link'}
        </Button>
      </Group>
    </>
  );
}

import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LICENCES, type Licence } from '../../../src/contract/page-choices';
import type { OpenBoard } from '../../../src/contract/pages';
import { withProof } from '../../people/auth/proof';
import { client, errorMessage, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';
import type { Board } from '../use-board';
import { type FrameProps, OpenBoardFrame } from './OpenBoardFrame';
import { SecretLink } from './SecretLink';
import { ShowOwn } from './ShowOwn';

/** For members it is about what they post themselves. */
export const PublishDialog = ({ board, ...dialog }: FrameProps & { board: Board }) => (
  <OpenBoardFrame {...dialog} title={`Public Page of #${dialog.name}`}>
    {(open) =>
      open.isOwner ? (
        <PageSettings key={open.page?.url} open={open} isShared={board.kind === 'shared'} />
      ) : (
        <MembersView open={open} />
      )
    }
  </OpenBoardFrame>
);

function MembersView({ open }: { open: OpenBoard }) {
  if (!open.page) return <p>#{open.tag} is not published.</p>;
  return (
    <>
      <p>Everybody with this address can read the page. It shows first names, no surnames and no numbers.</p>
      <SecretLink label="Address of the page" url={open.page.url} />
      <p>Licence: {LICENCES[open.page.licence].name}</p>
      <ShowOwn open={open} audience="page" />
    </>
  );
}

function PageSettings({ open: { tag, page }, isShared }: { open: OpenBoard; isShared: boolean }) {
  const [licence, setLicence] = useState<Licence>(page?.licence ?? 'none');
  const [indexed, setIndexed] = useState(page?.indexed ?? false);
  const [sure, setSure] = useState(false);
  const publish = useMutation({
    mutationFn: () => withProof(() => client.pages.publish.mutate({ tag, licence, indexed })),
    onSuccess: (done) => done && toast({ title: page ? 'Settings updated' : `#${tag} is published` }),
    onError: (error) => toastError(errorMessage(error, 'Failed to publish the board')),
  });
  const unpublish = trpc.pages.unpublish.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Unpublished', description: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to unpublish the board')),
  });
  const busy = publish.isPending || unpublish.isPending;
  const changed = page !== null && (page.licence !== licence || page.indexed !== indexed);
  return (
    <>
      <p>
        Everybody with the address of the page can read what you post on #{tag}. It shows first names, no
        surnames and no numbers; other tags and other files than pictures and films are left out.
      </p>
      {isShared && (
        <p>
          Members are told, and asked: what they post shows only if they agree
          {page && ', and after a change of the licence, or for search engines, if they agree again'}.
        </p>
      )}
      {page && <SecretLink label="Address of the page" url={page.url} />}
      <NativeSelect
        label="Licence"
        description="What readers may do with it."
        value={licence}
        disabled={busy}
        data={Object.entries(LICENCES).map(([value, { name }]) => ({ value, label: name }))}
        onChange={({ currentTarget: { value } }) => setLicence(value as Licence)}
      />
      <Switch
        mt="1rem"
        size="md"
        label="Search engines may list it"
        checked={indexed}
        disabled={busy}
        onChange={({ currentTarget }) => setIndexed(currentTarget.checked)}
      />
      <Group gap="0.6rem" mt="1.25rem">
        <Button disabled={busy || (page !== null && !changed)} onClick={() => publish.mutate()}>
          {publish.isPending ? 'Publishing...' : page ? 'Save' : 'Publish'}
        </Button>
        {page && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => (sure ? unpublish.mutate({ tag }) : setSure(true))}
          >
            {unpublish.isPending ? 'Unpublishing...' : sure ? 'Yes, unpublish' : 'Unpublish'}
          </Button>
        )}
      </Group>
      {sure && page && (
        <p role="status">The page is gone at once, and this address never works again. Are you sure?</p>
      )}
    </>
  );
}

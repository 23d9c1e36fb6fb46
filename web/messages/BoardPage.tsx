import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { slug } from '../../src/contract/hashtags';
import { kindOf } from '../boards/board-kind';
import { useBoards } from '../boards/use-boards';
import { PageHeader } from '../ui/PageHeader';
import { usePageTitle } from '../ui/use-page-title';
import { AddCard } from './AddCard';
import { MessageList } from './MessageList';

/** One board, private or shared, by any of its three addresses (design 5). */
export function BoardPage() {
  const params = useParams({ strict: false });
  const name = slug(params.tag ?? params.boardName ?? '');
  const { tags, shared } = useBoards();
  const kind = tags.data && shared.data ? kindOf(name, { tags: tags.data, shared: shared.data }) : undefined;
  const addressed = useAddressedKind();
  usePageTitle(`#${name}`);

  const misaddressed = kind !== undefined && addressed !== undefined && kind !== addressed;
  const navigate = useNavigate();

  useEffect(() => {
    if (!misaddressed) return;
    if (kind === 'shared')
      void navigate({ to: '/tag/shared/$boardName', params: { boardName: name }, replace: true });
    else void navigate({ to: '/tag/private/$tag', params: { tag: name }, replace: true });
  }, [misaddressed, kind, name, navigate]);

  return (
    <>
      <PageHeader
        title={`#${name}`}
        subtitle={subtitleOf(kind ?? addressed)}
        actions={<AddCard board={name} />}
      />
      <MessageList key={name} tag={name} />
    </>
  );
}

/** What kind of board the address says it is; /tag/x leaves it open. */
function useAddressedKind() {
  const { boardName } = useParams({ strict: false });
  const { pathname } = useLocation();
  if (boardName !== undefined) return 'shared';
  return pathname.startsWith('/tag/private/') ? 'private' : undefined;
}

const subtitleOf = (kind: 'private' | 'shared' | undefined) =>
  kind && (kind === 'shared' ? 'Shared Board' : 'Private Board');

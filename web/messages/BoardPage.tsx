import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { slug } from '../../src/contract/hashtags';
import { BoardActions } from '../boards/BoardActions';
import type { BoardKind } from '../boards/board-kind';
import { SearchBoardLink } from '../boards/SearchBoardLink';
import { type Board, useBoard } from '../boards/use-board';
import { useBoards } from '../boards/use-boards';
import { usePageTitle } from '../product/use-page-title';
import { PageHeader } from '../ui/PageHeader';
import { AddCard } from './composer/AddCard';
import { MessageList } from './feed/MessageList';

/** One board, private or shared, by any of its three addresses (design 5). */
export function BoardPage() {
  const params = useParams({ strict: false });
  const name = slug(params.tag ?? params.boardName ?? '');
  const board = useBoard(name);
  const kind = board?.kind;
  const addressed = useAddressedKind();
  usePageTitle(`#${name}`);

  const misaddressed = kind !== undefined && addressed !== undefined && kind !== addressed;
  const renamed = useRenamed(name, board);
  const navigate = useNavigate();

  useEffect(() => {
    if (!misaddressed && !renamed) return;
    if (kind === 'private') void navigate({ to: '/tag/private/$tag', params: { tag: name }, replace: true });
    else
      void navigate({
        to: '/tag/shared/$boardName',
        params: { boardName: renamed ?? name },
        replace: true,
      });
  }, [misaddressed, renamed, kind, name, navigate]);

  return (
    <>
      <PageHeader
        title={`#${name}`}
        subtitle={subtitleOf(kind ?? addressed)}
        actions={
          <>
            <SearchBoardLink tag={name} />
            <AddCard board={name} />
            <BoardActions name={name} board={board} />
          </>
        }
      />
      <MessageList key={name} tag={name} none={board === null} />
    </>
  );
}

/** What the shared board that stood at this name a moment ago is called since its owner renamed it. */
function useRenamed(name: string, board: Board | null | undefined) {
  const { shared } = useBoards();
  const last = useRef(board);
  if (board) last.current = board;
  const gone =
    board === null && last.current?.kind === 'shared' && last.current.name === name && last.current;
  return gone ? shared.data?.find(({ id }) => id === gone.id)?.name : undefined;
}

/** What kind of board the address says it is; /tag/x leaves it open. */
function useAddressedKind(): BoardKind | undefined {
  const { boardName } = useParams({ strict: false });
  const { pathname } = useLocation();
  if (boardName !== undefined) return 'shared';
  return pathname.startsWith('/tag/private/') ? 'private' : undefined;
}

const subtitleOf = (kind: BoardKind | undefined) =>
  kind && (kind === 'shared' ? 'Shared Board' : 'Private Board');

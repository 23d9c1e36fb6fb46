import { Group } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { slug } from '../../src/contract/hashtags';
import { BoardActions } from '../boards/BoardActions';
import { type Board, type BoardKind, useBoard } from '../boards/use-board';
import { useBoards } from '../boards/use-boards';
import { useBoardCard, useSeen } from '../boards/use-seen';
import { boardLink } from '../product/board-link';
import { isPending } from '../product/pending/change';
import { usePageTitle } from '../product/use-page-title';
import { useHasOpenedDialog } from '../ui/opened-dialogs';
import { PageHeader } from '../ui/PageHeader';
import { useIsLoading, useLocation, useNavigate, useParams } from '../ui/router';
import { AddCard } from './composer/AddCard';
import { ComposerBar } from './composer/ComposerBar';
import { BoardTabs, useTab } from './feed/BoardTabs';
import { MessageList } from './feed/MessageList';

const BoardFaces = lazy(() =>
  import('../boards/BoardFaces').then(({ BoardFaces }) => ({ default: BoardFaces })),
);

const PublicSign = lazy(() =>
  import('../boards/pages/PublicSign').then(({ PublicSign }) => ({ default: PublicSign })),
);

export function BoardPage() {
  const params = useParams();
  const name = slug(params.tag ?? params.boardName ?? '');
  const board = useBoard(name);
  const kind = board?.kind;
  const urlKind = useKindInUrl();
  const card = useBoardCard(name);
  const isStored = board !== null && !(card && isPending(card));
  usePageTitle(`#${name}`, card?.unread);
  // unpublishing takes the sign away, but not its dialog
  const [isSignOpened, setSignOpened] = useState(false);
  const seenBefore = useSeen(name);
  const only = useTab();

  const wrongKind = kind !== undefined && urlKind !== undefined && kind !== urlKind;
  const newName = useNewName(name, board);
  const navigate = useNavigate();
  // after the person has deleted or left a board, this page stays until the code of the next page is loaded;
  // meanwhile this page must not redirect
  const leaving = useIsLoading();

  // a redirect to the URL of the other kind mounts another page, which would close a dialog in which the
  // person writes
  const waitsForDialog = useHasOpenedDialog() && !newName;

  useEffect(() => {
    if (leaving || waitsForDialog || (!wrongKind && !newName)) return;
    void navigate({ ...boardLink({ kind: kind ?? 'shared', name: newName ?? name }), replace: true });
  }, [wrongKind, newName, kind, name, navigate, leaving, waitsForDialog]);

  return (
    <>
      <PageHeader
        inBar
        title={`#${name}`}
        subtitle={
          <Group gap="0 0.75rem" mih={24}>
            {subtitleOf(kind ?? urlKind)}
            {board && (card?.published || isSignOpened) && (
              <Suspense>
                <PublicSign name={name} board={board} opened={isSignOpened} onOpen={setSignOpened} />
              </Suspense>
            )}
            {kind === 'shared' && (
              <Suspense>
                <BoardFaces name={name} />
              </Suspense>
            )}
          </Group>
        }
        actions={
          <>
            <AddCard board={name} />
            <BoardActions name={name} board={board} />
          </>
        }
      />
      {board !== null && <BoardTabs />}
      <MessageList
        key={`${name} ${only}`}
        tag={name}
        noBoard={!isStored}
        seenBefore={only ? undefined : seenBefore}
        only={only}
      />
      <ComposerBar key={`composer ${name}`} board={name} />
    </>
  );
}

function useNewName(name: string, board: Board | null | undefined) {
  const { shared } = useBoards();
  const lastBoard = useRef(board);
  if (board) lastBoard.current = board;
  const gone =
    board === null &&
    lastBoard.current?.kind === 'shared' &&
    lastBoard.current.name === name &&
    lastBoard.current;
  return gone ? shared.data?.find(({ id }) => id === gone.id)?.name : undefined;
}

function useKindInUrl(): BoardKind | undefined {
  const { boardName } = useParams();
  const { pathname } = useLocation();
  if (boardName !== undefined) return 'shared';
  return pathname.startsWith('/tag/private/') ? 'private' : undefined;
}

const subtitleOf = (kind: BoardKind | undefined) =>
  kind && (kind === 'shared' ? 'Shared Board' : 'Private Board');

import { IconHash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SharedBoardWithCount, TagWithCount } from '../../src/contract/boards';
import { PLACEHOLDER_NAME } from '../../src/contract/limits';
import { AddCard } from '../messages/composer/AddCard';
import { ProductNumber } from '../product/ProductNumber';
import { SIDEBAR_POLL } from '../product/query-client';
import { trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { LoadError, Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { Skeletons } from '../ui/Skeletons';
import { useGradualList } from '../ui/use-gradual-list';
import { BoardCard } from './BoardCard';
import classes from './DashboardPage.module.css';

const SKELETONS = 8;

/** All boards at a glance (spec 2, Dashboard). */
export function DashboardPage() {
  usePageTitle();
  const profile = trpc.users.profile.useQuery().data;
  const privately = trpc.boards.tagsWithCounts.useQuery(undefined, SIDEBAR_POLL);
  const shared = trpc.boards.sharedWithCounts.useQuery(undefined, SIDEBAR_POLL);
  const first = profile?.firstName === PLACEHOLDER_NAME ? null : profile?.firstName;
  const count = (privately.data?.length ?? 0) + (shared.data?.length ?? 0);

  return (
    <>
      <PageHeader
        title={first ? `Hi, ${first}` : 'Your Boards'}
        subtitle={first ? 'Your boards' : undefined}
        actions={<AddCard />}
      />
      {privately.data && shared.data ? (
        count === 0 ? (
          <NoBoards />
        ) : (
          <BoardGrid privately={privately.data} shared={shared.data} />
        )
      ) : privately.isError || shared.isError ? (
        <LoadError
          what="your boards"
          busy={privately.isFetching || shared.isFetching}
          onRetry={() => {
            void privately.refetch();
            void shared.refetch();
          }}
        />
      ) : (
        <Skeletons
          label="Loading your boards"
          count={SKELETONS}
          className={classes.grid}
          skeleton={classes.skeleton}
        />
      )}
    </>
  );
}

function BoardGrid({ privately, shared }: { privately: TagWithCount[]; shared: SharedBoardWithCount[] }) {
  const boards = useMemo(
    () => [
      ...privately.map(({ tag, count }) => ({ kind: 'private' as const, name: tag, count })),
      ...shared.map((board) => ({ kind: 'shared' as const, ...board })),
    ],
    [privately, shared],
  );
  return (
    <ul className={classes.grid}>
      {useGradualList(boards).map((board) => (
        <BoardCard key={board.name} {...board} />
      ))}
    </ul>
  );
}

function NoBoards() {
  return (
    <Notice
      icon={<IconHash size={30} aria-hidden />}
      title="No boards yet. Start by sending a message with a hashtag!"
    >
      Text <ProductNumber /> with <strong>#example</strong> anywhere in your message, and a board of that name
      appears here.
    </Notice>
  );
}

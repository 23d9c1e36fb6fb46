import { displayName, hasSkippedSetup, namesOf } from '../../../src/contract/people';
import { useBoardCards } from '../../boards/use-boards';
import { AddCard } from '../../messages/composer/AddCard';
import { trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { LoadError } from '../../ui/Notice';
import { PageHeader } from '../../ui/PageHeader';
import { Link } from '../../ui/router';
import { Skeletons } from '../../ui/Skeletons';
import { BoardGrid } from './BoardGrid';
import classes from './DashboardPage.module.css';
import { FirstSteps } from './FirstSteps';
import { NoBoards } from './NoBoards';
import { PushOfferOr } from './PushOfferOr';

const SKELETONS = 8;

export function DashboardPage() {
  const profile = trpc.users.profile.useQuery().data;
  const { privateBoards, sharedBoards } = useBoardCards();
  usePageTitle(undefined, countUnread(privateBoards.data) + countUnread(sharedBoards.data));
  const firstName = profile && namesOf(profile).firstName;
  const count = (privateBoards.data?.length ?? 0) + (sharedBoards.data?.length ?? 0);

  return (
    <>
      <PageHeader
        title={firstName ? `Hi, ${firstName}` : 'Your Boards'}
        subtitle={
          profile && hasSkippedSetup(profile) ? (
            <>
              Others see you as {displayName(profile)}.{' '}
              <Link to="/setup" search={{ again: true }}>
                Add your name
              </Link>
            </>
          ) : (
            firstName && <PushOfferOr>Your boards</PushOfferOr>
          )
        }
        actions={<AddCard floating />}
      />
      {privateBoards.data && <FirstSteps boards={privateBoards.data.map(({ tag }) => tag)} />}
      {privateBoards.data && sharedBoards.data ? (
        count === 0 ? (
          <NoBoards />
        ) : (
          <BoardGrid privateBoards={privateBoards.data} sharedBoards={sharedBoards.data} />
        )
      ) : privateBoards.isError || sharedBoards.isError ? (
        <LoadError
          what="your boards"
          busy={privateBoards.isFetching || sharedBoards.isFetching}
          onRetry={() => {
            void privateBoards.refetch();
            void sharedBoards.refetch();
          }}
        />
      ) : (
        <>
          <div className={classes.tools} />
          <Skeletons
            label="Loading your boards"
            count={SKELETONS}
            className={classes.grid}
            skeleton={classes.skeleton}
          />
        </>
      )}
    </>
  );
}

const countUnread = (boards: { unread: number; archived: boolean }[] = []) =>
  boards.reduce((sum, { unread, archived }) => sum + (archived ? 0 : unread), 0);

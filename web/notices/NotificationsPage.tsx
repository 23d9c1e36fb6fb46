import { Box, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconBell } from '@tabler/icons-react';
import { useBoards } from '../boards/use-boards';
import { trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { LoadError, Notice } from '../ui/Notice';
import { Link } from '../ui/router';
import sheet from '../ui/SheetPage.module.css';
import { BoardSettings } from './BoardSettings';
import { DigestFields } from './DigestFields';
import classes from './NotificationsPage.module.css';
import { PushCard } from './PushCard';

export function NotificationsPage() {
  usePageTitle('Notifications');
  const boards = useBoards().shared;
  const preferences = trpc.notifications.preferences.useQuery();
  const digests = trpc.digests.list.useQuery();
  const digestOf = (id: number | null) => digests.data?.find(({ boardId }) => boardId === id);
  // if a board has no stored preference, its notifications are on
  const enabled = (id: number) =>
    preferences.data?.find(({ boardId }) => boardId === id)?.smsEnabled !== 'false';

  return (
    <Box className={sheet.page} maw="40rem">
      <Link to="/" className={sheet.back}>
        <IconArrowLeft size={18} aria-hidden /> Back to Messages
      </Link>
      <h1>Notification Settings</h1>
      <p>You are told when somebody else adds to one of these boards. Never of what you add yourself.</p>
      <PushCard />
      {boards.data && preferences.data && digests.data ? (
        boards.data.length === 0 ? (
          <Notice
            icon={<IconBell size={30} aria-hidden />}
            title="You're not a member of any shared boards yet."
          >
            Join or create a shared board to manage notifications.
          </Notice>
        ) : (
          <>
            <section className={classes.card} aria-labelledby="all-boards">
              <h2 id="all-boards">All boards</h2>
              <p>Each post at once, or a digest of what is new at a time of your choice.</p>
              <DigestFields
                boardId={null}
                about="all boards"
                digest={digestOf(null)}
                otherwise="Each post at once"
              />
            </section>
            <ul className={sheet.list}>
              {boards.data.map((board) => (
                <li key={board.id}>
                  <BoardSettings {...board} enabled={enabled(board.id)} digest={digestOf(board.id)} />
                </li>
              ))}
            </ul>
          </>
        )
      ) : boards.isError || preferences.isError || digests.isError ? (
        <LoadError
          what="your settings"
          busy={boards.isFetching || preferences.isFetching || digests.isFetching}
          onRetry={() => {
            void boards.refetch();
            void preferences.refetch();
            void digests.refetch();
          }}
        />
      ) : (
        <Skeleton height={120} radius="lg" />
      )}
    </Box>
  );
}

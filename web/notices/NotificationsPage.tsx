import { Box } from '@mantine/core';
import { IconArrowLeft, IconBell } from '@tabler/icons-react';
import { useBoards } from '../boards/use-boards';
import { trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Link } from '../ui/router';
import sheet from '../ui/SheetPage.module.css';
import { BoardSettings } from './BoardSettings';
import { DigestFields } from './DigestFields';
import classes from './NotificationsPage.module.css';
import { PushCard } from './PushCard';

export function NotificationsPage() {
  usePageTitle('Notifications');
  const boards = useBoards().shared;
  const shared = boards.data ?? [];
  const preferences = trpc.notifications.preferences.useQuery();
  const digests = trpc.digests.list.useQuery();
  const mail = trpc.mail.get.useQuery();
  const digestOf = (id: number | null) => digests.data?.find(({ boardId }) => boardId === id);
  // if a board has no stored preference, its notifications are on
  const preferenceOf = (id: number) => preferences.data?.find(({ boardId }) => boardId === id);
  const queries = [boards, preferences, digests, mail];
  const together = {
    data: queries.every(({ data }) => data) || undefined,
    isError: queries.some(({ isError }) => isError),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };

  return (
    <Box className={sheet.page} maw="40rem">
      <Link to="/" className={sheet.back}>
        <IconArrowLeft size={18} aria-hidden /> Back to Messages
      </Link>
      <h1>Notification Settings</h1>
      <p>You are told when somebody else adds to one of these boards. Never of what you add yourself.</p>
      <PushCard />
      <Loaded query={together} what="your settings" height={120} radius="lg">
        {() =>
          shared.length === 0 ? (
            <Notice
              icon={<IconBell size={30} aria-hidden />}
              title="You're not a member of any shared boards yet."
            >
              Join or create a shared board to manage notifications.
            </Notice>
          ) : (
            <>
              {mail.data?.offered && (
                <p className={classes.byMail}>
                  {mail.data.byMail ? 'They come' : 'They can also come'} by mail instead of by text:{' '}
                  <Link to="/profile" hash="notices-by-mail">
                    set it up in your profile
                  </Link>
                  .
                </p>
              )}
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
                {shared.map((board) => (
                  <li key={board.id}>
                    <BoardSettings
                      {...board}
                      enabled={preferenceOf(board.id)?.smsEnabled !== 'false'}
                      answersPosted={preferenceOf(board.id)?.answersPosted ?? false}
                      digest={digestOf(board.id)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Box>
  );
}

import { Skeleton, Switch } from '@mantine/core';
import { IconArrowLeft, IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useBoards } from '../boards/use-boards';
import { cache, trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { LoadError, Notice } from '../ui/Notice';
import { toast, toastError } from '../ui/toast';
import { DigestFields } from './DigestFields';
import classes from './NotificationsPage.module.css';

/**
 * The page with one switch for each shared board, which turns its SMS notifications on or off, and with the times
 * of digests (docs/product.md: Notification settings).
 */
export function NotificationsPage() {
  usePageTitle('Notifications');
  const boards = useBoards().shared;
  const preferences = trpc.notifications.preferences.useQuery();
  const digests = trpc.digests.list.useQuery();
  const digestOf = (id: number | null) => digests.data?.find(({ boardId }) => boardId === id);
  // a board without a stored preference has its notifications on
  const enabled = (id: number) =>
    preferences.data?.find(({ boardId }) => boardId === id)?.smsEnabled !== 'false';

  return (
    <div className={classes.page}>
      <Link to="/" className={classes.back}>
        <IconArrowLeft size={18} aria-hidden /> Back to Messages
      </Link>
      <h1>Notification Settings</h1>
      <p>You get a text when somebody else adds to one of these boards. Never for what you add yourself.</p>
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
            <section className={classes.all} aria-labelledby="all-boards">
              <h2 id="all-boards">All boards</h2>
              <p className={classes.what}>
                One text with what is new, at a time of your choice, or a text for each post.
              </p>
              <DigestFields
                boardId={null}
                about="all boards"
                digest={digestOf(null)}
                otherwise="A text for each post"
              />
            </section>
            <ul className={classes.boards}>
              {boards.data.map((board) => (
                <li key={board.id}>
                  <BoardSwitch {...board} enabled={enabled(board.id)} />
                  {enabled(board.id) && (
                    <DigestFields
                      boardId={board.id}
                      about={`#${board.name}`}
                      digest={digestOf(board.id)}
                      otherwise="Like all boards"
                    />
                  )}
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
    </div>
  );
}

type BoardSwitchProps = { id: number; name: string; role: string; enabled: boolean };

function BoardSwitch({ id, name, role, enabled }: BoardSwitchProps) {
  const set = trpc.notifications.setPreference.useMutation({
    onSuccess(saved) {
      cache.notifications.preferences.setData(undefined, (old) => [
        ...(old ?? []).filter(({ boardId }) => boardId !== saved.boardId),
        saved,
      ]);
      toast({ title: 'Settings updated' });
    },
    onError: () => toastError('Failed to update notification settings'),
  });
  return (
    <Switch
      size="md"
      labelPosition="left"
      classNames={{ body: classes.row, labelWrapper: classes.label }}
      label={
        <>
          {name} <span className={classes.role}>{role}</span>
        </>
      }
      checked={set.isPending ? set.variables.smsEnabled : enabled}
      disabled={set.isPending}
      onChange={(event) => set.mutate({ boardId: id, smsEnabled: event.currentTarget.checked })}
    />
  );
}

import {
  IconBell,
  IconBellOff,
  IconMail,
  IconPin,
  IconPinFilled,
  IconRss,
  IconSearch,
} from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { cache, client, errorMessage, trpc } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { lazyDialog } from '../ui/lazy-dialog';
import { IconItem, OpenMenu } from '../ui/OpenMenu';
import { Link } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { ArchiveItem } from './ArchiveItem';
import { BOARD_ACTIONS, type BoardAction } from './allowed-actions';
import { pinBoard } from './cached-cards';
import { ListItem } from './ListItem';
import { OpenItems } from './pages/OpenItems';
import type { Board } from './use-board';
import { useBoardCard } from './use-seen';

const PublishDialog = lazyDialog(() => import('./pages/PublishDialog'), 'PublishDialog');
const GuestLinksDialog = lazyDialog(() => import('./pages/GuestLinksDialog'), 'GuestLinksDialog');
const FeedDialog = lazyDialog(() => import('./feeds/FeedDialog'), 'FeedDialog');
const MailDialog = lazyDialog(() => import('./mail/MailDialog'), 'MailDialog');

type Props = {
  name: string;
  board: Board | null | undefined;
  /** Those that have no button of their own beside the menu. */
  actions: BoardAction[];
  onChoose: (action: BoardAction) => void;
  button: ReactElement;
};

export function BoardMenuDropdown({ name, board, actions, onChoose, button }: Props) {
  const pinned = useBoardCard(name)?.pinned ?? false;
  const { mail, demo } = useProduct();
  const [opened, setOpened] = useState<'mail' | 'page' | 'feed' | 'guests'>();
  const dialog = (which: typeof opened) => ({
    name,
    opened: opened === which,
    onClose: () => setOpened(undefined),
  });
  return (
    <>
      <OpenMenu button={button} width={220}>
        <IconItem
          icon={IconSearch}
          label={`Search #${name}`}
          renderRoot={(props) => <Link to="/search" search={{ board: name }} {...props} />}
        />
        {board && (
          <IconItem
            icon={pinned ? IconPinFilled : IconPin}
            label={pinned ? 'Unpin' : 'Pin to the top'}
            onClick={() => pinBoard(name, !pinned)}
          />
        )}
        {board?.kind === 'shared' && <MuteItem boardId={board.id} />}
        {board && <ListItem name={name} />}
        <ArchiveItem name={name} />
        {board && mail && (
          <IconItem icon={IconMail} label="Notes by mail" onClick={() => setOpened('mail')} />
        )}
        {board && !demo && <IconItem icon={IconRss} label="Feed" onClick={() => setOpened('feed')} />}
        {board && !demo && <OpenItems board={board} onChoose={setOpened} />}
        {actions.map((action) => (
          <IconItem
            key={action}
            {...BOARD_ACTIONS[action]}
            color={action === 'delete' ? 'var(--mantine-color-error)' : undefined}
            onClick={() => onChoose(action)}
          />
        ))}
      </OpenMenu>
      <FeedDialog of={{ board: name }} opened={opened === 'feed'} onClose={() => setOpened(undefined)} />
      <MailDialog {...dialog('mail')} />
      {board && <PublishDialog board={board} {...dialog('page')} />}
      <GuestLinksDialog {...dialog('guests')} />
    </>
  );
}

function MuteItem({ boardId }: { boardId: number }) {
  const { data } = trpc.notifications.preferences.useQuery();
  const muted = data?.find((one) => one.boardId === boardId)?.smsEnabled === 'false';
  const mute = (muted: boolean) =>
    client.notifications.setPreference
      .mutate({ boardId, smsEnabled: !muted })
      .then(
        () => toast({ title: muted ? 'Muted' : 'No longer muted', onUndo: () => void mute(!muted) }),
        (error) => toastError(errorMessage(error, 'Failed to update notification settings')),
      )
      .finally(() => cache.notifications.invalidate());
  return (
    <IconItem
      icon={muted ? IconBell : IconBellOff}
      label={muted ? 'Unmute' : 'Mute'}
      disabled={!data}
      onClick={() => void mute(!muted)}
    />
  );
}

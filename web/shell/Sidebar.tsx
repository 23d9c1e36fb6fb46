import { IconAlarm, IconMessages, IconShieldCog } from '@tabler/icons-react';
import { useState } from 'react';
import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';
import { useBoardCards } from '../boards/use-boards';
import { logOutOrAsk } from '../product/offline/log-out';
import { ProductNumber } from '../product/ProductNumber';
import { useIsOperator } from '../product/session';
import { useProduct } from '../product/use-product';
import { Logo } from '../ui/Logo';
import { lazyDialog } from '../ui/lazy-dialog';
import { Link } from '../ui/router';
import type { LinkedBoard } from './BoardLink';
import { BoardLinks } from './BoardLinks';
import { CreatePrivateBoardDialog, CreateSharedBoardDialog } from './board-dialogs';
import { ProfileLink } from './ProfileLink';
import { SearchBox } from './SearchBox';
import classes from './Sidebar.module.css';

const DeleteAccountDialog = lazyDialog(() => import('../people/DeleteAccountDialog'), 'DeleteAccountDialog');

const toPrivateBoard = (board: PrivateBoardCard): LinkedBoard => ({
  kind: 'private',
  name: board.tag,
  unread: board.unread,
  pinned: board.pinned,
});
const toSharedBoard = ({ name, role, unread, pinned }: SharedBoardCard): LinkedBoard => ({
  kind: 'shared',
  name,
  owned: role === 'owner',
  unread,
  pinned,
});

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { name, simulatorUrl } = useProduct();
  const { privateBoards, sharedBoards } = useBoardCards();
  const operator = useIsOperator();
  const [openDialog, setOpenDialog] = useState<'private' | 'shared' | 'account'>();
  const dialog = (which: typeof openDialog) => ({
    opened: openDialog === which,
    onClose: () => setOpenDialog(undefined),
  });

  return (
    <nav className={classes.sidebar} aria-label="Main">
      <Link to="/" className={classes.logo} onClick={onNavigate} aria-label={`${name}, home`}>
        <Logo name={name} />
      </Link>
      <div className={classes.boards}>
        <Link to="/all-texts" className={classes.link} onClick={onNavigate}>
          <IconMessages className={classes.glyph} aria-hidden />
          <span data-clip>All Texts</span>
        </Link>
        <Link to="/reminders" className={classes.link} onClick={onNavigate}>
          <IconAlarm className={classes.glyph} aria-hidden />
          <span data-clip>Reminders</span>
        </Link>
        <BoardLinks
          title="Private Boards"
          addLabel="Create private board"
          onAdd={() => setOpenDialog('private')}
          query={privateBoards}
          toBoard={toPrivateBoard}
          empty="Text a #hashtag, or click + to create one."
          onNavigate={onNavigate}
        />
        <BoardLinks
          title="Shared Boards"
          addLabel="Create shared board"
          onAdd={() => setOpenDialog('shared')}
          query={sharedBoards}
          toBoard={toSharedBoard}
          empty="No shared boards yet. Click + to create one."
          onNavigate={onNavigate}
        />
      </div>
      <div className={classes.search}>
        <SearchBox onNavigate={onNavigate} />
      </div>
      {operator && (
        <div className={classes.operator}>
          <Link to="/admin" className={classes.link} onClick={onNavigate}>
            <IconShieldCog className={classes.glyph} aria-hidden />
            <span data-clip>Admin Panel</span>
          </Link>
        </div>
      )}
      <div className={classes.bottom}>
        <p className={classes.number}>
          Text <ProductNumber />
        </p>
        <ProfileLink onNavigate={onNavigate} />
        <div className={classes.quiet}>
          {simulatorUrl && (
            <a href={`${simulatorUrl}/phone`} target="tagline-phone">
              Phone simulator
            </a>
          )}
          <button type="button" className={classes.deleteAccount} onClick={() => setOpenDialog('account')}>
            Delete Account
          </button>
          <Link to="/notifications" onClick={onNavigate}>
            Notification Settings
          </Link>
          <Link to="/texting" onClick={onNavigate}>
            What you can text
          </Link>
          <button type="button" className={classes.logOut} onClick={() => void logOutOrAsk()}>
            Logout
          </button>
        </div>
      </div>
      <CreatePrivateBoardDialog {...dialog('private')} onCreated={onNavigate} />
      <CreateSharedBoardDialog {...dialog('shared')} onCreated={onNavigate} />
      <DeleteAccountDialog {...dialog('account')} />
    </nav>
  );
}

import { IconAlarm, IconHelpCircle, IconMessages } from '@tabler/icons-react';
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
    <nav id="menu" className={classes.sidebar} aria-label="Main" tabIndex={-1}>
      <Link to="/" className={classes.logo} onClick={onNavigate} aria-label={`${name}, home`}>
        <Logo name={name} />
      </Link>
      <div className={classes.pages}>
        <Link to="/all-texts" className={classes.link} onClick={onNavigate}>
          <IconMessages className={classes.glyph} aria-hidden />
          <span data-clip>All Texts</span>
        </Link>
        <Link to="/reminders" className={classes.link} onClick={onNavigate}>
          <IconAlarm className={classes.glyph} aria-hidden />
          <span data-clip>Reminders</span>
        </Link>
      </div>
      <div className={classes.boards}>
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
      <div data-toast-place className={classes.toast} />
      <div className={classes.search}>
        <SearchBox onNavigate={onNavigate} />
      </div>
      <div className={classes.bottom}>
        <div className={classes.quiet}>
          {operator && (
            <Link to="/admin" onClick={onNavigate}>
              Admin Panel
            </Link>
          )}
          {simulatorUrl && (
            <a href={`${simulatorUrl}/phone`} target="tagline-phone">
              Phone simulator
            </a>
          )}
        </div>
        <p className={classes.number}>
          Text <ProductNumber />
          <Link to="/texting" onClick={onNavigate} aria-label="What you can text" title="What you can text">
            <IconHelpCircle size={18} aria-hidden />
          </Link>
        </p>
        <div className={classes.quiet}>
          <button type="button" onClick={() => setOpenDialog('account')}>
            Delete Account
          </button>
          <Link to="/notifications" onClick={onNavigate}>
            Notification Settings
          </Link>
        </div>
        <div className={classes.account}>
          <ProfileLink onNavigate={onNavigate} />
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

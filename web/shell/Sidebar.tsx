import { ActionIcon } from '@mantine/core';
import {
  IconBell,
  IconDeviceMobileMessage,
  IconLogout,
  IconMessages,
  IconPlus,
  IconShieldCog,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import { useOperator } from '../admin/use-operator';
import { logOut } from '../auth/session';
import { useBoards } from '../boards/use-boards';
import { toastError } from '../toasts';
import { Logo } from '../ui/Logo';
import { WhenOpened } from '../ui/WhenOpened';
import { BoardLinks } from './BoardLinks';
import { Me } from './Me';
import { ProductNumber } from './ProductNumber';
import { SearchBox } from './SearchBox';
import classes from './Sidebar.module.css';
import { useProduct } from './use-product';

const CreatePrivateBoardDialog = lazy(() =>
  import('../boards/CreatePrivateBoardDialog').then((module) => ({
    default: module.CreatePrivateBoardDialog,
  })),
);
const CreateSharedBoardDialog = lazy(() =>
  import('../boards/CreateSharedBoardDialog').then((module) => ({
    default: module.CreateSharedBoardDialog,
  })),
);
const DeleteAccountDialog = lazy(() =>
  import('../users/DeleteAccountDialog').then((module) => ({ default: module.DeleteAccountDialog })),
);

/** Spec 2, "Sidebar contents, in order". `onLeave` is called when a link is followed: it closes the drawer. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const { name, gateway } = useProduct();
  const { tags, shared } = useBoards();
  const operator = useOperator().isSuccess;
  const privately = useMemo(
    () => tags.data?.map((tag) => ({ kind: 'private' as const, name: tag })),
    [tags.data],
  );
  const jointly = useMemo(
    () => shared.data?.map((board) => ({ kind: 'shared' as const, ...board })),
    [shared.data],
  );
  const [open, setOpen] = useState<'private' | 'shared' | 'account'>();
  const dialog = (which: typeof open) => ({ opened: open === which, onClose: () => setOpen(undefined) });

  return (
    <nav className={classes.sidebar} aria-label="Main">
      <Link to="/" className={classes.logo} onClick={onLeave} aria-label={`${name}, home`}>
        <Logo name={name} />
      </Link>
      <div className={classes.boards}>
        <Link to="/all-texts" className={classes.link} onClick={onLeave}>
          <IconMessages className={classes.glyph} aria-hidden />
          <span>All Texts</span>
        </Link>
        <section>
          <div className={classes.heading}>
            <h2>Private Boards</h2>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Create private board"
              onClick={() => setOpen('private')}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </div>
          <BoardLinks
            query={tags}
            boards={privately}
            empty="Text a #hashtag, or click + to create one."
            onLeave={onLeave}
          />
        </section>
        <section>
          <div className={classes.heading}>
            <h2>Shared Boards</h2>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Create shared board"
              onClick={() => setOpen('shared')}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </div>
          <BoardLinks
            query={shared}
            boards={jointly}
            empty="No shared boards yet. Click + to create one."
            onLeave={onLeave}
          />
        </section>
      </div>
      <div className={classes.search}>
        <SearchBox onLeave={onLeave} />
      </div>
      {operator && (
        <div className={classes.operator}>
          <Link to="/admin" className={classes.link} onClick={onLeave}>
            <IconShieldCog className={classes.glyph} aria-hidden />
            <span>Admin Panel</span>
          </Link>
        </div>
      )}
      <div className={classes.bottom}>
        <p className={classes.number}>
          Text <ProductNumber />
        </p>
        <Me onLeave={onLeave} />
        {gateway === 'simulator' && (
          <a className={classes.link} href="/phone" target="tagline-phone">
            <IconDeviceMobileMessage className={classes.glyph} aria-hidden />
            <span>Phone simulator</span>
          </a>
        )}
        <button type="button" className={classes.link} onClick={() => setOpen('account')}>
          <IconUserX className={classes.glyph} aria-hidden />
          <span>Delete Account</span>
        </button>
        <Link to="/notifications" className={classes.link} onClick={onLeave}>
          <IconBell className={classes.glyph} aria-hidden />
          <span>Notification Settings</span>
        </Link>
        <button
          type="button"
          className={classes.link}
          onClick={() => logOut().catch(() => toastError('Could not log out. Please try again.'))}
        >
          <IconLogout className={classes.glyph} aria-hidden />
          <span>Logout</span>
        </button>
      </div>
      <WhenOpened opened={open === 'private'}>
        <CreatePrivateBoardDialog {...dialog('private')} onCreated={onLeave} />
      </WhenOpened>
      <WhenOpened opened={open === 'shared'}>
        <CreateSharedBoardDialog {...dialog('shared')} onCreated={onLeave} />
      </WhenOpened>
      <WhenOpened opened={open === 'account'}>
        <DeleteAccountDialog {...dialog('account')} />
      </WhenOpened>
    </nav>
  );
}

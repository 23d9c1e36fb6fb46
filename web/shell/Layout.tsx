import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { MessageDialogs } from '../messages/MessageDialogs';
import { useProduct } from '../product/use-product';
import { Logo } from '../ui/Logo';
import { lazyDialog } from '../ui/lazy-dialog';
import { ConnectionNotice } from './ConnectionNotice';
import { headerTitle } from './header-title';
import classes from './Layout.module.css';
import { Shortcuts } from './Shortcuts';
import { Sidebar } from './Sidebar';

const MenuDrawer = lazyDialog(() => import('./MenuDrawer'), 'MenuDrawer');
/** When nothing else is loading any more, the menu does, so that who reaches for it need not wait. */
const MENU_AFTER_MS = 3000;

/** Must agree with Layout.module.css. */
const WIDE = '(min-width: 64em)';

/** The frame of every signed-in screen: a sidebar, which small screens have as a drawer (spec 2, Main layout). */
export function Layout() {
  const { name } = useProduct();
  const [menu, setMenu] = useState(false);
  const { pathname } = useLocation();
  const title = headerTitle(pathname, useParams({ strict: false }));

  // the browser's Back leads elsewhere too
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the change itself
  useEffect(() => setMenu(false), [pathname]);

  const wide = useWide();
  useEffect(() => {
    if (wide) return setMenu(false);
    const timer = setTimeout(MenuDrawer.preload, MENU_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wide]);

  return (
    <div className={classes.layout}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {/* first, so that a search box takes its key over */}
      <Shortcuts />
      <div className={classes.sidebar}>{wide && <Sidebar />}</div>
      <header className={classes.header}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          aria-label="Open menu"
          onClick={() => setMenu(true)}
        >
          <IconMenu2 />
        </ActionIcon>
        {title === undefined ? (
          <Link to="/" aria-label={`${name}, home`}>
            <Logo name={name} size={26} />
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionNotice />
        <MessageDialogs>
          <Outlet />
        </MessageDialogs>
      </main>
      <MenuDrawer opened={menu} onClose={() => setMenu(false)} />
    </div>
  );
}

/** Whether there is room for the sidebar. Where there is none, its hundred links need not be drawn. */
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
  );

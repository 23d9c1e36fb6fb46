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
/**
 * Delay in milliseconds before the code of the menu is fetched. By then the screen itself should have loaded.
 */
const PRELOAD_MENU_MS = 3000;

/** Media query for a window with room for the sidebar. Must agree with Layout.module.css. */
const WIDE = '(min-width: 64em)';

/**
 * The frame of the screens after sign-in and setup. The sidebar is a drawer on small screens
 * (docs/product.md: Layout).
 */
export function Layout() {
  const { name } = useProduct();
  const [menuOpened, setMenuOpened] = useState(false);
  const { pathname } = useLocation();
  const title = headerTitle(pathname, useParams({ strict: false }));

  // closes the menu when the page changes, even if the browser's Back button has changed it
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(() => setMenuOpened(false), [pathname]);

  const wide = useWide();
  useEffect(() => {
    if (wide) return setMenuOpened(false);
    const timer = setTimeout(MenuDrawer.preload, PRELOAD_MENU_MS);
    return () => clearTimeout(timer);
  }, [wide]);

  return (
    <div className={classes.layout}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {/* mounted before the search boxes: of two handlers of `/`, the one that was mounted last is called */}
      <Shortcuts />
      <div className={classes.sidebar}>{wide && <Sidebar />}</div>
      <header className={classes.header}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          aria-label="Open menu"
          onClick={() => setMenuOpened(true)}
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
      <MenuDrawer opened={menuOpened} onClose={() => setMenuOpened(false)} />
    </div>
  );
}

/**
 * Returns true if the window has room for the sidebar. Otherwise the sidebar is not rendered beside the page.
 */
const useWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(WIDE).matches,
  );

import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { slug } from '../../src/contract/hashtags';
import { MessageDialogs } from '../messages/MessageDialogs';
import { rememberBoard } from '../product/recent-boards';
import { cache } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { QueryTextProvider } from '../search/query-text';
import { Logo } from '../ui/Logo';
import { lazyDialog, whenIdle } from '../ui/lazy-dialog';
import { PHONE } from '../ui/phone';
import { Link, Outlet, useLocation, useParams } from '../ui/router';
import { useMediaQuery } from '../ui/use-media-query';
import { ConnectionNotice } from './ConnectionNotice';
import { OpenCommandBar } from './command/command';
import { headerTitle } from './header-title';
import classes from './Layout.module.css';
import { type Overlay, preloadCommandBar, Shortcuts } from './Shortcuts';
import { Sidebar } from './Sidebar';
import { StopNotice } from './StopNotice';

const MenuDrawer = lazyDialog(() => import('./MenuDrawer'), 'MenuDrawer');
const DemoNotice = lazy(() =>
  import('../product/DemoNotice').then(({ DemoNotice }) => ({ default: DemoNotice })),
);
const TabBar = lazy(() => import('./TabBar').then(({ TabBar }) => ({ default: TabBar })));

/** Media query for a window with room for the sidebar. Must agree with Layout.module.css. */
const WIDE = '(min-width: 64em)';

/**
 * The frame around all screens after sign-in and setup: the sidebar (docs/product/web-app.md: Layout). On
 * small screens the sidebar is a drawer, which a button in a header opens.
 */
export function Layout() {
  const { name, demo } = useProduct();
  const [menuOpened, setMenuOpened] = useState(false);
  const { pathname } = useLocation();
  const params = useParams();
  const title = headerTitle(pathname, params);
  const board = slug(params.tag ?? params.boardName ?? '') || undefined;
  const [overlay, setOverlay] = useState<Overlay>();
  const openCommandBar = useCallback(() => setOverlay('command bar'), []);
  useEffect(() => {
    if (board !== undefined) rememberBoard(board);
  }, [board]);

  // closes the menu when the page changes, even if the browser's Back button has changed it
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(() => setMenuOpened(false), [pathname]);

  const phone = useMediaQuery(PHONE);
  const wide = useMediaQuery(WIDE);
  useEffect(() => {
    if (wide) setMenuOpened(false);
  }, [wide]);
  useEffect(
    () =>
      whenIdle(() => {
        preloadCommandBar();
        if (cache.users.profile.getData()?.timeZone === null)
          void import('../people/tell-time-zone').then(({ tellTimeZone }) => tellTimeZone());
      }),
    [],
  );

  return (
    <OpenCommandBar value={openCommandBar}>
      <QueryTextProvider>
        <div className={classes.layout}>
          <a className="skip-link" href={wide ? '#menu' : '#main'}>
            {wide ? 'Skip to menu' : 'Skip to content'}
          </a>
          {/* mounted before the search boxes: if several components handle `/`, the one that was mounted last
          is called */}
          <Shortcuts overlay={overlay} onOpen={setOverlay} board={board} />
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
              <span className={classes.title} data-clip>
                {title}
              </span>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="xl"
              className={classes.search}
              aria-label="Search"
              onClick={openCommandBar}
            >
              <IconSearch />
            </ActionIcon>
          </header>
          <main id="main" className={classes.main} tabIndex={-1}>
            <ConnectionNotice />
            <StopNotice />
            {demo && (
              <Suspense>
                <DemoNotice />
              </Suspense>
            )}
            <MessageDialogs>
              <Outlet />
            </MessageDialogs>
          </main>
          {/* after the content, so that Tab leads to the first card by few steps */}
          <div className={classes.sidebar}>{wide && <Sidebar />}</div>
          {phone && (
            <Suspense>
              <TabBar />
            </Suspense>
          )}
          <MenuDrawer opened={menuOpened} onClose={() => setMenuOpened(false)} />
        </div>
      </QueryTextProvider>
    </OpenCommandBar>
  );
}
